package rtdyld

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// lastPriority is that of constructors without one.
const lastPriority = 65536

// initSection is a section with addresses of functions.
type initSection struct {
	o        *Object
	id       objfmt.SectionID
	priority int
	preinit  bool
	reverse  bool   // .ctors: the last comes first
	crt      string // COFF: the letters that decide between sections of one priority
}

// initFuncs returns the target addresses of the constructors of finalized
// objects in the order in which they must run: .preinit_array, then .init_array
// and .ctors by priority (lower first; .ctors.N counts as 65535-N), then .CRT$XI* and
// .CRT$XC* of COFF by name, objects in the order given. Words that are 0 or all
// ones are skipped, as crt code does.
func initFuncs(objs ...*Object) []uint64 {
	return functions(objs, objfmt.RoleInitArray, objfmt.RoleCtors)
}

// finiFuncs returns the target addresses of the destructors in the order in which
// they must run, the reverse of that of constructors.
func finiFuncs(objs ...*Object) []uint64 {
	f := functions(objs, objfmt.RoleFiniArray, objfmt.RoleDtors)
	slices.Reverse(f)
	return f
}

func functions(objs []*Object, array, old objfmt.Role) []uint64 {
	var secs []initSection
	for _, o := range objs {
		for i := range o.img.Sections {
			id := objfmt.SectionID(i)
			s := &o.img.Sections[i]
			is := initSection{o: o, id: id, priority: lastPriority}
			switch {
			case s.Role == objfmt.RolePlain || s.Flags&objfmt.SecTLS != 0 || !o.kept(id):
				continue
			case s.Role == objfmt.RolePreinitArray && array == objfmt.RoleInitArray:
				is.preinit = true
			case s.Role == array && o.coff:
				is.priority, is.crt = crtOrder(o.img.SectionName(id))
				if is.reverse = array == objfmt.RoleFiniArray; is.reverse {
					is.priority = -is.priority // FiniFuncs turns all around
				}
			case s.Role == array:
				is.priority = priority(o.img.SectionName(id), 0)
			case s.Role == old:
				is.priority, is.reverse = priority(o.img.SectionName(id), 65535), true
			default:
				continue
			}
			secs = append(secs, is)
		}
	}
	slices.SortStableFunc(secs, func(a, b initSection) int {
		if a.preinit != b.preinit {
			if a.preinit {
				return -1
			}
			return 1
		}
		if c := cmp.Compare(a.priority, b.priority); c != 0 || a.crt == b.crt {
			return c
		} else if a.reverse {
			return cmp.Compare(b.crt, a.crt)
		}
		return cmp.Compare(a.crt, b.crt)
	})
	var out []uint64
	for _, is := range secs {
		out = is.o.appendWords(out, is.id, is.reverse)
	}
	return out
}

// crtOrder is the order of .CRT$X* sections: C initializers (XI) before those of C++
// (XC), terminators XP before XT; among them the rest of the name decides. The
// letters are a view.
func crtOrder(name string) (priority int, letters string) {
	rest, ok := strings.CutPrefix(name, ".CRT$X")
	if !ok || rest == "" {
		return lastPriority, ""
	}
	if rest[0] == 'C' || rest[0] == 'T' {
		return lastPriority + 2, rest
	}
	return lastPriority + 1, rest
}

// priority reads N of .init_array.N; with from it counts down from there.
func priority(name string, from int) int {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 {
		return lastPriority
	}
	n, err := strconv.Atoi(name[i+1:])
	switch {
	case err != nil || n < 0:
		return lastPriority
	case from > 0:
		return from - n
	}
	return n
}

// appendWords appends the pointers in a section.
func (o *Object) appendWords(out []uint64, id objfmt.SectionID, reverse bool) []uint64 {
	mem := o.mem(id)
	order := bin.Order{Big: o.img.Big}
	size, all := 4, uint64(1<<32-1)
	if o.img.Is64 {
		size, all = 8, 1<<64-1
	}
	from := len(out)
	for ; len(mem) >= size; mem = mem[size:] {
		v := uint64(0)
		if size == 8 {
			v = order.U64(mem)
		} else {
			v = uint64(order.U32(mem))
		}
		if v != 0 && v != all {
			out = append(out, v)
		}
	}
	if reverse {
		slices.Reverse(out[from:])
	}
	return out
}

// sortObjects orders objects as they were loaded.
func sortObjects(set []*Object) {
	slices.SortFunc(set, compareObjects)
}

func compareObjects(a, b *Object) int {
	if c := cmp.Compare(a.batch.num, b.batch.num); c != 0 {
		return c
	}
	return cmp.Compare(a.order, b.order)
}
