package elfimage

import (
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// dwarfSections are the sections of DWARF that are taken (DWARF 5, section 7.1 and
// appendix B; .debug_loc, .debug_ranges, .debug_types and .debug_macinfo of older ones).
// Tables for looking up names and addresses are not among them: debuggers make their own,
// and there can be but one of some of them.
var dwarfSections = [...]string{
	".debug_info", ".debug_abbrev", ".debug_line", ".debug_str", ".debug_line_str",
	".debug_loc", ".debug_loclists", ".debug_ranges", ".debug_rnglists", ".debug_addr",
	".debug_str_offsets", ".debug_types", ".debug_macro", ".debug_macinfo", ".debug_frame",
}

// dwarfName is what a section of DWARF is called in ELF, empty if it is none that is taken.
// Compressed ones (.zdebug) come decompressed; Mach-O cuts names off at 16 characters.
func dwarfName(name string) string {
	rest, ok := strings.CutPrefix(name, "__")
	if !ok {
		rest, ok = strings.CutPrefix(name, ".")
	}
	if !ok {
		return ""
	}
	if z, ok := strings.CutPrefix(rest, "z"); ok {
		rest = z
	}
	for _, s := range dwarfSections {
		if s[1:] == rest || len(name) == 16 && name[0] == '_' && strings.HasPrefix(s[1:], rest) {
			return s
		}
	}
	return ""
}

// describe takes an object's DWARF.
func (b *builder) describe(o *rtdyld.Object) error {
	b.framed = false
	at := func(name string) uint64 {
		if name = dwarfName(name); name == "" {
			return 0
		}
		return uint64(len(b.section(name).data))
	}
	secs, err := o.DebugSections(at)
	if err != nil {
		return err
	}
	if start, again := b.places(secs); again {
		// An object with several sections of a name: type units and macros are in
		// COMDAT groups. Now that their sizes are known, each has its own place.
		seen := map[string]int{}
		secs, err = o.DebugSections(func(name string) uint64 {
			i := seen[name]
			if seen[name]++; i < len(start[name]) {
				return start[name][i]
			}
			return 0
		})
		if err != nil {
			return err
		}
	}
	sizes := map[string]uint64{}
	for _, s := range secs {
		if name := dwarfName(s.Name); name != "" {
			sizes[name] += uint64(len(s.Data))
			if !fits(sizes[name] + uint64(len(b.section(name).data))) {
				return fmt.Errorf("%s of %d bytes: %w", name, sizes[name], ErrSize)
			}
		}
	}
	for _, s := range secs {
		if name := dwarfName(s.Name); name != "" {
			to := b.section(name)
			to.data = append(to.data, s.Data...)
			b.framed = b.framed || name == ".debug_frame" && len(s.Data) > 0
		}
	}
	return nil
}

// places says where each section of a name begins, by its name in the file, and
// whether some do not begin where the joined one ends at present.
func (b *builder) places(secs []rtdyld.DebugSection) (start map[string][]uint64, again bool) {
	start = map[string][]uint64{}
	next := map[string]uint64{} // by name in the image
	for _, s := range secs {
		name := dwarfName(s.Name)
		if name == "" {
			start[s.Name] = append(start[s.Name], 0)
			continue
		}
		used, ok := next[name]
		if !ok {
			used = uint64(len(b.section(name).data))
		}
		start[s.Name] = append(start[s.Name], used)
		next[name] = used + uint64(len(s.Data))
		again = again || ok
	}
	return start, again
}
