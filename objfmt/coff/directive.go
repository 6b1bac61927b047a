package coff

import (
	"math"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// options are the directives that a loader can honour.
var options = [...]struct {
	name string
	kind objfmt.DirectiveKind
	pair bool // two names around an equals sign
}{
	{"defaultlib", objfmt.DirDefaultLib, false},
	{"export", objfmt.DirExport, false},
	{"include", objfmt.DirInclude, false},
	{"alternatename", objfmt.DirAlternateName, true},
	{"merge", objfmt.DirMerge, true},
}

// alignCommon is GNU's directive for the alignment of a common symbol, which the
// symbol's record has no room for: -aligncomm:"name",log2.
const alignCommon = "aligncomm"

// readDirectives parses the contents of all .drectve sections (PE/COFF, "The
// .drectve Section"): arguments of a linker's command line.
func (p *parser) readDirectives() error {
	count, size := 0, 0
	var done heed.Count
	for i := range p.secs {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		a, err := p.arguments(i)
		if err != nil {
			return err
		}
		if size += len(a.text); size > len(p.file) {
			return p.errorf(p.headerAt(i), sectionN(i+1), "contents overlap those of another section")
		}
		var read heed.Count
		for arg, ok := a.next(); ok; arg, ok = a.next() {
			if err := read.Bytes(p.ctx, uint64(len(arg))+1); err != nil {
				return p.ended(err)
			}
			count++
		}
		if count > 16+size/8 { // the shortest that is honoured has ten bytes
			return p.errorf(p.headerAt(i), sectionN(i+1), "more directives than their text has room for")
		}
	}
	if count == 0 {
		return nil
	}
	p.img.Directives = make([]objfmt.Directive, 0, count)
	tabled := false
	for i := range p.secs {
		if err := done.Items(p.ctx, 1); err != nil {
			return p.ended(err)
		}
		a, err := p.arguments(i)
		if err != nil {
			return err
		}
		for arg, ok := a.next(); ok; arg, ok = a.next() {
			if err := done.Items(p.ctx, 1+uint64(len(arg))/256); err != nil {
				return p.ended(err)
			}
			d, msg := directive(arg)
			if msg == "" && d.Kind == dirAlignCommon {
				if !tabled {
					tabled = true
					if err := p.tableCommons(); err != nil {
						return p.ended(err)
					}
				}
				msg = p.alignCommon(&d)
				d = objfmt.Directive{Name: arg}
			}
			if msg != "" {
				return p.errorf(a.at+uint64(a.off-len(arg)), sectionN(i+1), "directive: "+msg)
			}
			p.img.Directives = append(p.img.Directives, d)
		}
	}
	return nil
}

// arguments cuts the text of a .drectve section into arguments.
type arguments struct {
	text string
	off  int    // of what is left
	at   uint64 // file offset of the text
}

// arguments views the text of section i, none if it has no directives.
func (p *parser) arguments(i int) (a arguments, err error) {
	if p.secs[i].trait&traitDirectives == 0 {
		return a, nil
	}
	h := p.header(i)
	a.at = uint64(le.Uint32(h[20:]))
	if a.at == 0 {
		return a, nil
	}
	b, ok := bin.Slice(p.file, a.at, uint64(le.Uint32(h[16:])))
	if !ok {
		return a, p.errorf(p.headerAt(i), sectionN(i+1), "contents lie outside the file")
	}
	a.text = bin.String(b)
	if strings.HasPrefix(a.text, "\ufeff") { // in UTF-8, else in the system's encoding
		a.off = len("\ufeff")
	}
	return a, nil
}

// next views the next argument as it stands: what is between spaces that are not
// in quotes. A quote behind an odd number of backslashes stands for itself.
func (a *arguments) next() (arg string, ok bool) {
	for a.off < len(a.text) && space(a.text[a.off]) {
		a.off++
	}
	start, quoted, slashes := a.off, false, 0
	for ; a.off < len(a.text); a.off++ {
		c := a.text[a.off]
		if c == '"' && slashes%2 == 0 {
			quoted = !quoted
		}
		if space(c) && !quoted {
			break
		}
		if slashes++; c != '\\' {
			slashes = 0
		}
	}
	return a.text[start:a.off], a.off > start
}

// space reports whether c is between arguments. Sections are filled with NUL.
func space(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' || c == 0 }

// dirAlignCommon is the kind of alignCommon inside this package.
const dirAlignCommon = objfmt.DirectiveKind(math.MaxUint8)

// directive reads one argument; msg says what is wrong with it.
func directive(arg string) (d objfmt.Directive, msg string) {
	text := arg
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = text[1 : n-1]
	}
	ignored := objfmt.Directive{Name: arg}
	if text == "" || text[0] != '/' && text[0] != '-' {
		return ignored, ""
	}
	option, value, found := strings.Cut(text[1:], ":")
	if !found {
		return ignored, ""
	}
	if strings.EqualFold(option, alignCommon) {
		n := strings.LastIndexByte(value, ',')
		if n < 0 {
			return d, "no alignment"
		}
		d = objfmt.Directive{Kind: dirAlignCommon, Name: unquote(value[:n]), Value: unquote(value[n+1:])}
		if d.Name == "" {
			return d, alignCommon + " has no name"
		}
		return d, ""
	}
	for _, o := range options {
		if !strings.EqualFold(option, o.name) {
			continue
		}
		if o.kind == objfmt.DirExport { // name, =symbol, ordinal and attributes
			value, _, _ = strings.Cut(value, ",")
		}
		d.Kind = o.kind
		if o.pair || o.kind == objfmt.DirExport {
			value, d.Value, _ = strings.Cut(value, "=")
			d.Value = unquote(d.Value)
			if o.pair && d.Value == "" {
				return d, o.name + " has no second name"
			}
		}
		if d.Name = unquote(value); d.Name == "" {
			return d, o.name + " has no name"
		}
		return d, ""
	}
	return ignored, ""
}

// unquote takes the quotes out of a part of an argument. It views the part if they
// are around it, as all known tools have them.
func unquote(s string) string {
	if strings.IndexByte(s, '"') < 0 {
		return s
	}
	if t := strings.Trim(s, `"`); strings.IndexByte(t, '"') < 0 && !strings.Contains(s, `\"`) {
		return t
	}
	b := make([]byte, 0, len(s))
	slashes := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			slashes++
		case c == '"': // half of the backslashes; the odd one keeps the quote
			b = b[:len(b)-(slashes+1)/2]
			if slashes%2 == 0 {
				slashes = 0
				continue
			}
			slashes = 0
		default:
			slashes = 0
		}
		b = append(b, s[i])
	}
	return string(b)
}

// tableCommons makes the table of common symbols by name.
func (p *parser) tableCommons() error {
	p.sc.names.reset(p.ncommon)
	if p.ncommon == 0 {
		return nil
	}
	var done heed.Count
	for k := range p.img.Symbols {
		if err := done.Items(p.ctx, 1); err != nil {
			return err
		}
		if p.img.Symbols[k].Section == objfmt.SecCommon {
			p.sc.names.add(p.img.SymbolName(objfmt.SymbolID(k)), k, p.isSymbol)
		}
	}
	return nil
}

func (p *parser) isSymbol(k int, name string) bool {
	return p.img.SymbolName(objfmt.SymbolID(k)) == name
}

// alignCommon raises the alignment of a common symbol.
func (p *parser) alignCommon(d *objfmt.Directive) (msg string) {
	log, err := strconv.ParseUint(d.Value, 10, 8)
	if err != nil || log > 31 {
		return "alignment is no power of two up to 2 GiB"
	}
	if k, ok := p.sc.names.find(d.Name, p.isSymbol); ok {
		s := &p.img.Symbols[k]
		s.Value = max(s.Value, 1<<log)
	}
	return ""
}
