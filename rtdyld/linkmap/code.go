package linkmap

import (
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// codeBlock is the code of a file as the page reads it: JSON, deflated.
type codeBlock struct {
	file int
	text []byte
}

// codeSection is a section of a codeBlock.
type codeSection struct {
	section int // index of Document.Sections
	lines   []codeLine
	relocs  []codeReloc
	source  []codePlace
}

// codeLine is an instruction.
type codeLine struct {
	offset uint64
	mem    []byte
	text   string
	file   []byte // bytes in the file, nil for the same
	relocs int    // in it
}

// codeReloc is a relocation in code.
type codeReloc struct {
	offset uint64
	kind   int
	target string
	addend int64
	value  string // that it has written, "" if that is not known
}

// codePlace is where code begins that was made for a line of the source.
type codePlace struct {
	offset uint64
	file   string
	line   int
}

// append appends the section as JSON: lines, relocations and places are lists of their members.
func (s *codeSection) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"section":`...), int64(s.section), 10)
	b = append(b, `,"lines":[`...)
	for i := range s.lines {
		l := &s.lines[i]
		b = strconv.AppendUint(begin(b, i), l.offset, 10)
		b = append(hex.AppendEncode(append(b, `,"`...), l.mem), `",`...)
		b = append(hex.AppendEncode(append(appendText(b, l.text), `,"`...), l.file), `",`...)
		b = append(strconv.AppendInt(b, int64(l.relocs), 10), ']')
	}
	b = append(b, `],"relocs":[`...)
	for i := range s.relocs {
		r := &s.relocs[i]
		b = strconv.AppendUint(begin(b, i), r.offset, 10)
		b = append(strconv.AppendInt(append(b, ','), int64(r.kind), 10), ',')
		b = append(strconv.AppendInt(append(appendText(b, r.target), ','), r.addend, 10), ',')
		b = append(appendText(b, r.value), ']')
	}
	b = append(b, `],"source":[`...)
	for i := range s.source {
		p := &s.source[i]
		b = append(strconv.AppendUint(begin(b, i), p.offset, 10), ',')
		b = append(strconv.AppendInt(append(appendText(b, p.file), ','), int64(p.line), 10), ']')
	}
	return append(b, `]}`...)
}

// begin begins element i of a list, a list itself.
func begin(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return append(b, '[')
}

// appendText appends a string as JSON.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			text, _ := json.Marshal(s) // any string can be
			return append(b, text...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// disassemble makes the code of the objects, until there is more of it than was asked for.
func (c *collector) disassemble() error {
	if c.src.Disassembler == nil {
		return nil
	}
	decoders := map[triple.Triple]Disassemble{}
	w := &walker{collector: c}
	left := c.src.CodeLimit
	for i, o := range c.src.Objects {
		w.part = &c.objects[i]
		c.sections = o.AppendSections(c.sections[:0])
		if !c.fits(left) || !w.begin(o) {
			continue
		}
		if err := w.sort(); err != nil {
			return err
		}
		if err := w.place(); err != nil {
			return err
		}
		decode, ok := decoders[w.part.img.Triple]
		if !ok {
			decode = c.src.Disassembler(w.part.img.Triple)
			decoders[w.part.img.Triple] = decode
		}
		text := []byte(`{"sections":[`)
		empty := len(text)
		for k := range c.sections {
			s := &c.sections[k]
			if s.Kind != objfmt.KindCode || uint64(s.ID) >= uint64(len(w.part.img.Sections)) || len(s.Mem) == 0 {
				continue
			}
			if len(s.Mem) > left || decode == nil {
				c.x.codeLeft += len(s.Mem)
				continue
			}
			if err := c.ctx.Err(); err != nil {
				return err
			}
			left -= len(s.Mem)
			c.x.codeShown += len(s.Mem)
			if len(text) > empty {
				text = append(text, ',')
			}
			code := w.code(s, decode)
			text = code.append(text)
		}
		w.end()
		if len(text) > empty {
			text, err := deflated(append(text, "]}"...))
			if err != nil {
				return err
			}
			c.x.code = append(c.x.code, codeBlock{c.order[i], text})
		}
	}
	return nil
}

// fits reports whether some section of code of the object that is asked is disassembled, when so many bytes are left; if not, they are counted.
func (c *collector) fits(left int) bool {
	all := 0
	for k := range c.sections {
		if s := &c.sections[k]; s.Kind == objfmt.KindCode && s.ID < objfmt.SecSpecial {
			if len(s.Mem) <= left {
				return true
			}
			all += len(s.Mem)
		}
	}
	c.x.codeLeft += all
	return false
}

// deflated is a text, deflated.
func deflated(text []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close() // writes what is left
	return b.Bytes(), err
}

// code disassembles a section.
func (w *walker) code(s *rtdyld.LoadedSection, decode Disassemble) codeSection {
	out := codeSection{section: w.part.rows[s.ID]}
	file := w.part.img.Sections[s.ID].Data
	for r, err := range w.part.img.Relocs(s.ID) {
		if err != nil {
			break
		}
		out.relocs = append(out.relocs, codeReloc{r.Offset, w.kind(r.Type, 0), w.targetName(r.Sym), w.addend(file, &r), w.inMemory(s, &r)})
	}
	slices.SortStableFunc(out.relocs, func(a, b codeReloc) int { return cmp.Compare(a.offset, b.offset) })
	bounds, states := w.bounds(s)
	next, state := 0, byte('x')
	relocs := out.relocs
	for at := uint64(0); at < uint64(len(s.Mem)); {
		for next < len(bounds) && bounds[next] <= at {
			next++
		}
		end := uint64(len(s.Mem))
		if next < len(bounds) {
			end = min(end, bounds[next])
		}
		if m, ok := states[at]; ok {
			state = m
		}
		text, size, target := "", uint64(min(end-at, 4)), uint64(0)
		if state != 'd' {
			t, n, to := decode(s.Mem[at:end], s.Addr+at, state == 't')
			text, size = t, max(1, min(uint64(n), end-at))
			target = to
		}
		l := codeLine{offset: at, mem: s.Mem[at : at+size], text: text}
		if was, ok := bin.Slice(file, at, size); ok && !bytes.Equal(was, l.mem) {
			l.file = was
		}
		for at += size; len(relocs) > 0 && relocs[0].offset < at; relocs = relocs[1:] {
			l.relocs++
		}
		if l.relocs == 0 {
			w.direct(s, l.offset, target)
		}
		out.lines = append(out.lines, l)
	}
	if w.src.Lines != nil {
		for _, l := range w.src.Lines.Lines(s.Addr, s.Addr+uint64(len(s.Mem))) {
			out.source = append(out.source, codePlace{l.Addr - s.Addr, l.File, l.Line})
		}
	}
	return out
}

// direct enters a reference to an address in the same section for which there is no relocation: assemblers leave none where they know the distance.
func (w *walker) direct(s *rtdyld.LoadedSection, at, target uint64) {
	off := target - s.Addr
	if target == 0 || off >= uint64(len(s.Mem)) {
		return
	}
	if from, to := w.from(s.ID, at), w.covering(s.ID, off); to >= 0 && to != from {
		w.pairs = append(w.pairs, ref{from, to, -1, 1})
	}
}

// place lists all symbols by section.
func (w *walker) place() error {
	w.places = w.places[:0]
	for k := range w.symbols {
		w.places = append(w.places, k)
	}
	return heed.SortStable(w.ctx, w.places, func(a, b int) int { return cmp.Compare(w.symbols[a].Section, w.symbols[b].Section) })
}

// bounds are where instructions of a section begin for certain, in order: at symbols. states say what follows a place: 'd' data, 't' code
// of the instruction set of odd addresses, else other code, as mapping symbols do.
func (w *walker) bounds(s *rtdyld.LoadedSection) (all []uint64, states map[uint64]byte) {
	states = map[uint64]byte{}
	img := w.part.img
	first, _ := slices.BinarySearchFunc(w.places, s.ID, func(k int, id objfmt.SectionID) int { return cmp.Compare(w.symbols[k].Section, id) })
	for _, k := range w.places[first:] {
		if w.symbols[k].Section != s.ID {
			break
		}
		at := img.Symbols[w.symbols[k].ID].Value
		if name := w.symbols[k].Name; len(name) >= 2 && name[0] == '$' && (len(name) == 2 || name[2] == '.') && strings.IndexByte("adtx", name[1]) >= 0 {
			states[at] = name[1]
		}
		all = append(all, at)
	}
	all = append(all, uint64(len(w.part.img.Sections[s.ID].Data))) // stubs follow
	slices.Sort(all)
	return slices.Compact(all), states
}

// longestName is how many bytes of a name each relocation has, so that many to a very long one are not too much together.
const longestName = 1 << 10

// targetName is what a relocation refers to, for readers.
func (w *walker) targetName(sym objfmt.SymbolID) string {
	img := w.part.img
	if uint64(sym) >= uint64(len(img.Symbols)) {
		return ""
	}
	name := img.SymbolName(sym)
	if name == "" {
		name = img.SectionName(img.Symbols[sym].Section)
	}
	return strings.Clone(name[:min(len(name), longestName)])
}

// addend is A of a relocation.
func (w *walker) addend(file []byte, r *objfmt.Reloc) int64 {
	if r.HasAddend || uint64(r.Type) >= uint64(len(w.table.Rows)) {
		return r.Addend
	}
	if _, ok := bin.Slice(file, r.Offset, uint64(w.table.Width(w.table.Rows[r.Type].Field))); !ok {
		return r.Addend
	}
	return w.table.Addend(w.order, file, r)
}

// inMemory is what the field of a relocation holds, "" if that is not known.
func (w *walker) inMemory(s *rtdyld.LoadedSection, r *objfmt.Reloc) string {
	if v, _, _, ok := w.written(s, r); ok {
		return signed(v)
	}
	if !w.ready || uint64(r.Type) >= uint64(len(w.table.Rows)) {
		return ""
	}
	if h := &w.table.Rows[r.Type]; h.Field == reloc.Word64 && h.Expr != reloc.None {
		if mem, ok := bin.Slice(s.Mem, r.Offset, 8); ok {
			return Address(w.order.U64(mem)).String()
		}
	}
	return ""
}

// signed gives "-0x10".
func signed(v int64) string {
	if v < 0 {
		return "-0x" + strconv.FormatUint(-uint64(v), 16)
	}
	return Address(v).String()
}
