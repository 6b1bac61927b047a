package ppc

import (
	"cmp"
	"context"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Steps1 is what PowerPC adds in ABI ELFv1, where functions are descriptors.
var Steps1 = quirk.Steps{Naming: nameRows, Undefined: undefined1, Descriptors: descriptors}

// undefined1 is Steps.Undefined: a name with a dot in front is that of a function's code, whose descriptor has the name without it.
func undefined1(text string) (quirk.Meaning, string) {
	if name, ok := strings.CutPrefix(text, "."); ok && name != "" {
		return quirk.Alias, name
	}
	return undefined(text)
}

// typADDR64 is the type of the record that a descriptor begins with, R_PPC64_ADDR64.
const typADDR64 = 38

// descriptors is Steps.Descriptors. Records that cannot be decoded end the list: they are refused when they are scanned.
func descriptors(ctx context.Context, img *objfmt.ObjectImage) (*quirk.Descriptors, error) {
	var done heed.Count
	for i := range img.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		id := objfmt.SectionID(i)
		if img.Sections[i].Role != objfmt.RoleDescriptors || len(img.Sections[i].Raw) == 0 {
			continue
		}
		d := &quirk.Descriptors{Section: id}
		for r, err := range img.Relocs(id) {
			if err != nil {
				break
			}
			if err := done.Items(ctx, 1); err != nil {
				return nil, err
			}
			if r.Type == typADDR64 && uint64(r.Sym) < uint64(len(img.Symbols)) {
				d.List = append(d.List, quirk.Descriptor{Off: r.Offset, Sym: r.Sym, Addend: r.Addend})
			}
		}
		return d, heed.SortStable(ctx, d.List, func(a, b quirk.Descriptor) int { return cmp.Compare(a.Off, b.Off) })
	}
	return nil, nil
}

// Dead finds the descriptors of dropped functions: compilers put one .opd beside all groups of an object. fields are
// the offsets of fields that refer to dropped sections, in ascending order. The error is the context's.
func Dead(ctx context.Context, _ []byte, fields []uint64, _ bin.Order) ([]records.Span, error) {
	const word = 8 // of the code's address; T stays
	var spans []records.Span
	var done heed.Count
	for _, off := range fields {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if n := len(spans); n == 0 || spans[n-1].To <= off {
			spans = append(spans, records.Span{From: off, To: off + word})
		}
	}
	return spans, nil
}
