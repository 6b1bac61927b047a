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
	letters  string // decide between sections of one priority, see quirk.Steps
}

// initFuncs returns the target addresses of the constructors of finalized
// objects in the order in which they must run: .preinit_array, the code of .init, then .init_array
// and .ctors by priority (lower first; .ctors.N counts as 65535-N), then .CRT$XI* and
// .CRT$XC* of COFF by name, objects in the order given. Words that are 0 or all
// ones are skipped, as crt code does.
func initFuncs(objs ...*Object) []uint64 {
	secs, first := arrays(objs, objfmt.RoleInitArray, objfmt.RoleCtors)
	out := functions(nil, secs[:first])
	out = appendFragments(out, objs, objfmt.RoleInitCode)
	return functions(out, secs[first:])
}

// finiFuncs returns the target addresses of the destructors in the order in which
// they must run, the reverse of that of constructors; then the code of .fini, which runs in the order of a batch's objects, those of
// later batches first.
func finiFuncs(objs ...*Object) []uint64 {
	secs, _ := arrays(objs, objfmt.RoleFiniArray, objfmt.RoleDtors)
	f := functions(nil, secs)
	slices.Reverse(f)
	for hi := len(objs); hi > 0; {
		lo := hi - 1
		for lo > 0 && objs[lo-1].batch == objs[hi-1].batch {
			lo--
		}
		f = appendFragments(f, objs[lo:hi], objfmt.RoleFiniCode)
		hi = lo
	}
	return f
}

// Destructors returns the target addresses of the destructors of finalized objects in the order in which they run, as an [Initializer] is given them
// when all of objs, which are of one linker, go at once: for one that has to know before, since a C library's exit runs them. It is called with no lock held.
func Destructors(objs ...*Object) []uint64 {
	if len(objs) == 0 {
		return nil
	}
	l := objs[0].l
	l.mu.Lock()
	defer l.mu.Unlock()
	return finiFuncs(objs...)
}

// arrays lists the sections with addresses of constructors, or destructors, in the order of constructors, and how many of them are
// .preinit_array.
func arrays(objs []*Object, array, old objfmt.Role) (secs []initSection, first int) {
	for _, o := range objs {
		file := o.lay.File()
		for i := range file {
			id := objfmt.SectionID(i)
			s := &file[i]
			is := initSection{o: o, id: id, priority: lastPriority}
			switch {
			case s.Role == objfmt.RolePlain || s.Flags&objfmt.SecTLS != 0 || !o.kept(id):
				continue
			case s.Role == objfmt.RolePreinitArray && array == objfmt.RoleInitArray:
				is.preinit = true
				first++
			case s.Role == array && o.steps.InitOrder != nil:
				is.priority, is.letters = o.steps.InitOrder(o.img().SectionName(id))
				is.priority += lastPriority
				if is.reverse = array == objfmt.RoleFiniArray; is.reverse {
					is.priority = -is.priority // finiFuncs turns all around
				}
			case s.Role == array:
				is.priority = priority(o.img().SectionName(id), 0)
			case s.Role == old:
				is.priority, is.reverse = priority(o.img().SectionName(id), 65535), true
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
		if c := cmp.Compare(a.priority, b.priority); c != 0 || a.letters == b.letters {
			return c
		} else if a.reverse {
			return cmp.Compare(b.letters, a.letters)
		}
		return cmp.Compare(a.letters, b.letters)
	})
	return secs, first
}

// functions appends the addresses in sections.
func functions(out []uint64, secs []initSection) []uint64 {
	for _, is := range secs {
		out = is.o.appendWords(out, is.id, is.reverse)
	}
	return out
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
	order := bin.Order{Big: o.big}
	size, all := 4, uint64(1<<32-1)
	if o.is64 {
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
