package objfmt

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Dump is an image as programs read it, by way of encoding/json. Strings are
// clones, so that it outlives the image. Names hold the file's own bytes; those
// that are no UTF-8 become U+FFFD in JSON. Where a name is mentioned, by a relocation
// or the group of a section, it has 1024 bytes at most, so that many mentions of a very long
// one are not too much together.
type Dump struct {
	Name     string        `json:"name"`
	Triple   string        `json:"triple"`
	Machine  uint32        `json:"machine"`
	Flags    uint32        `json:"flags"`
	Is64     bool          `json:"is64"`
	Big      bool          `json:"bigEndian"`
	Sections []DumpSection `json:"sections"`
	Symbols  []DumpSymbol  `json:"symbols"`
	Groups   []DumpGroup   `json:"groups"`

	Directives []DumpDirective `json:"directives,omitempty"`
	Import     *Import         `json:"import,omitempty"`
}

// DumpDirective is a directive of a Dump.
type DumpDirective struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

// DumpSection is a section of a Dump.
type DumpSection struct {
	Number uint32      `json:"number"` // in the file's section table
	Name   string      `json:"name"`
	Kind   string      `json:"kind"`
	Role   string      `json:"role"`
	Flags  []string    `json:"flags"`
	Size   uint64      `json:"size"`
	Align  uint64      `json:"align"`
	Group  string      `json:"group"`
	Relocs []DumpReloc `json:"relocs"`
}

// DumpReloc is a relocation of a Dump. Type is the name the caller of Dump gives
// to the number, or the number.
type DumpReloc struct {
	Offset uint64 `json:"offset"`
	Type   string `json:"type"`
	Symbol string `json:"symbol"`
	Sym    uint32 `json:"sym"`
	Sub    string `json:"sub,omitempty"`  // what is subtracted
	Addend *int64 `json:"addend"`         // null if the field holds it
	Bias   int64  `json:"bias,omitempty"` // what is added to the addend in the field
}

// DumpSymbol is a symbol of a Dump. Section is the number of its section in the
// file, or "undef", "abs", "common", "unloaded" or, for an alias of symbol
// number Value, "alias".
type DumpSymbol struct {
	Number  int    `json:"number"`
	Name    string `json:"name"`
	Type    string `json:"type"`
	Bind    string `json:"bind"`
	Vis     string `json:"visibility"`
	Section string `json:"section"`
	Value   uint64 `json:"value"`
	Size    uint64 `json:"size"`
}

// DumpGroup is a group of a Dump; members are section numbers of the file.
type DumpGroup struct {
	Name    string   `json:"name"`
	Comdat  bool     `json:"comdat"`
	Select  string   `json:"select"`
	Members []uint32 `json:"members"`
}

var secFlagNames = [...]string{"load", "exec", "write", "zerofill", "tls", "merge", "strings", "linkorder", "retain", "exclude", "compressed", "large", "rela"}

// Names lists the flags that are set: "load", "exec", ….
func (f SectionFlags) Names() []string {
	names := []string{}
	for i, n := range secFlagNames {
		if f>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return names
}

// place says where a symbol is in words.
func (img *ObjectImage) place(id SectionID) string {
	switch id {
	case SecUndef:
		return "undef"
	case SecAbs:
		return "abs"
	case SecCommon:
		return "common"
	case SecUnloaded:
		return "unloaded"
	case SecAlias:
		return "alias"
	}
	return fmt.Sprint(img.Sections[id].Number)
}

// longestMention is how many bytes of a name a Dump has where it is mentioned.
const longestMention = 1 << 10

// Dump describes the image with everything that it has a record for; make it of
// the image that Full returns to see all sections. typeName names relocation
// types, nil or "" leaves the number. The error is that of a relocation record
// that cannot be decoded; the Dump is whole up to there.
func (img *ObjectImage) Dump(typeName func(uint32) string) (*Dump, error) {
	img = img.CloneNames()
	d := &Dump{
		Name: strings.Clone(img.Name), Triple: fmt.Sprint(img.Triple), Machine: img.Machine, Flags: img.Flags, Is64: img.Is64, Big: img.Big,
		Sections: []DumpSection{}, Symbols: []DumpSymbol{}, Groups: []DumpGroup{},
	}
	for i := range img.Groups {
		g := &img.Groups[i]
		dg := DumpGroup{Name: img.GroupName(g), Comdat: g.Comdat, Select: g.Select.String(), Members: []uint32{}}
		for _, id := range img.GroupMembers(g) {
			dg.Members = append(dg.Members, img.Sections[id].Number)
		}
		d.Groups = append(d.Groups, dg)
	}
	for _, v := range img.Directives {
		d.Directives = append(d.Directives, DumpDirective{v.Kind.String(), strings.Clone(v.Name), strings.Clone(v.Value)})
	}
	if im := img.Import; im != nil {
		d.Import = &Import{strings.Clone(im.Symbol), strings.Clone(im.Library), strings.Clone(im.Name), im.Ordinal, im.ByOrdinal, im.Data, strings.Clone(im.Head)}
	}
	mention := func(name string) string { return name[:min(len(name), longestMention)] }
	secNames := make([]string, len(img.Sections)) // read once, however many symbols they stand for
	for i := range secNames {
		secNames[i] = img.SectionName(SectionID(i))
	}
	nameOf := func(id SymbolID) string {
		n := img.SymbolName(id)
		if n == "" && uint64(id) < uint64(len(img.Symbols)) {
			if s := img.Symbols[id].Section; uint64(s) < uint64(len(secNames)) {
				n = secNames[s]
			}
		}
		return mention(n)
	}
	for i := range img.Symbols {
		s := &img.Symbols[i]
		d.Symbols = append(d.Symbols, DumpSymbol{
			i, img.SymbolName(SymbolID(i)), s.Type.String(), s.Bind.String(), s.Vis.String(), img.place(s.Section), s.Value, s.Size,
		})
	}
	for i := range img.Sections {
		s := &img.Sections[i]
		ds := DumpSection{
			Number: s.Number, Name: secNames[i], Kind: s.Kind.String(), Role: s.Role.String(),
			Flags: s.Flags.Names(), Size: s.Size, Align: s.Alignment(), Relocs: []DumpReloc{},
		}
		if s.Group != 0 {
			ds.Group = mention(img.GroupName(&img.Groups[s.Group-1]))
		}
		for r, err := range img.Relocs(SectionID(i)) {
			if err != nil {
				d.Sections = append(d.Sections, ds)
				return d, err
			}
			ds.Relocs = append(ds.Relocs, dumpReloc(&r, nameOf, typeName))
		}
		d.Sections = append(d.Sections, ds)
	}
	return d, nil
}

func dumpReloc(r *Reloc, nameOf func(SymbolID) string, typeName func(uint32) string) DumpReloc {
	dr := DumpReloc{Offset: r.Offset, Sym: uint32(r.Sym), Symbol: nameOf(r.Sym)}
	if typeName != nil {
		dr.Type = typeName(r.Type)
	}
	if dr.Type == "" {
		dr.Type = fmt.Sprint(r.Type)
	}
	if r.HasAddend {
		a := r.Addend
		dr.Addend = &a
	} else {
		dr.Bias = r.Addend
	}
	if r.Sub != NoSymbol {
		dr.Sub = nameOf(r.Sub)
		if dr.Sub == "" {
			dr.Sub = fmt.Sprintf("symbol %d", r.Sub)
		}
	}
	return dr
}

// Fprint writes the image as text for people and golden tests: sections with
// their relocations, symbols, groups. See [ObjectImage.Dump] for typeName.
func Fprint(w io.Writer, img *ObjectImage, typeName func(uint32) string) error {
	d, err := img.Dump(typeName)
	if werr := d.Fprint(w); werr != nil {
		return werr
	}
	return err
}

// Fprint writes the dump as text. Names that are not printable are quoted.
func (d *Dump) Fprint(w io.Writer) error {
	b := bufio.NewWriter(w)
	order := "little-endian"
	if d.Big {
		order = "big-endian"
	}
	fmt.Fprintf(b, "%s: %s, machine %d, flags %#x, %s\n", texts.Name(d.Name), d.Triple, d.Machine, d.Flags, order)
	fmt.Fprintf(b, "\nsections:\n%5s %-6s %10s %6s  %s\n", "nr", "kind", "size", "align", "name")
	for _, s := range d.Sections {
		fmt.Fprintf(b, "%5d %-6s %#10x %6d  %s", s.Number, s.Kind, s.Size, s.Align, texts.Name(s.Name))
		if s.Role != "" {
			fmt.Fprintf(b, " role=%s", s.Role)
		}
		if len(s.Flags) > 0 {
			fmt.Fprintf(b, " flags=%s", strings.Join(s.Flags, ","))
		}
		if s.Group != "" {
			fmt.Fprintf(b, " group=%s", texts.Name(s.Group))
		}
		fmt.Fprintln(b)
		for _, r := range s.Relocs {
			fmt.Fprintf(b, "      %#08x %s %s", r.Offset, r.Type, texts.Name(r.Symbol))
			if r.Symbol == "" {
				fmt.Fprintf(b, "symbol %d", r.Sym)
			}
			if r.Sub != "" {
				fmt.Fprintf(b, " - %s", texts.Name(r.Sub))
			}
			if r.Addend != nil && *r.Addend != 0 {
				fmt.Fprintf(b, "%+d", *r.Addend)
			} else if r.Bias != 0 {
				fmt.Fprintf(b, " bias %+d", r.Bias)
			}
			fmt.Fprintln(b)
		}
	}
	fmt.Fprintf(b, "\nsymbols:\n%5s %18s %10s %-7s %-6s %-9s %-8s %s\n", "nr", "value", "size", "type", "bind", "vis", "section", "name")
	for _, s := range d.Symbols {
		line := fmt.Sprintf("%5d %#18x %#10x %-7s %-6s %-9s %-8s %s", s.Number, s.Value, s.Size, s.Type, s.Bind, s.Vis, s.Section, texts.Name(s.Name))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
	if len(d.Groups) > 0 {
		fmt.Fprintf(b, "\ngroups:\n")
	}
	for _, g := range d.Groups {
		fmt.Fprintf(b, "      %s comdat=%t", texts.Name(g.Name), g.Comdat)
		if g.Select != SelectAny.String() {
			fmt.Fprintf(b, " select=%q", g.Select)
		}
		fmt.Fprintf(b, " members=%v\n", g.Members)
	}
	if len(d.Directives) > 0 {
		fmt.Fprintf(b, "\ndirectives:\n")
	}
	for _, v := range d.Directives {
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("      %s %s %s", v.Kind, texts.Name(v.Name), texts.Name(v.Value)), " "))
	}
	if im := d.Import; im != nil {
		fmt.Fprintf(b, "\nimport: %s from %s name=%s ordinal=%d by ordinal=%t data=%t\n", texts.Name(im.Symbol), texts.Name(im.Library), texts.Name(im.Name), im.Ordinal, im.ByOrdinal, im.Data)
	}
	return b.Flush()
}
