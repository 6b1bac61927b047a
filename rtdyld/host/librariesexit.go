//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"debug/elf"
	"slices"
)

// Where glibc is there and has not started the process, exit knows nothing of libraries. Those of a Process that are as a program's (Config.Global), which glibc does not unload either once
// dlsym has found a name of theirs among all, are told to exit one by one.

// since lists what has come since a list was made, in the order in which it was loaded.
func (im *images) since(before *images) (list []*library) {
	had := map[uintptr]bool{}
	for _, l := range before.order {
		had[l.dynamic] = true
	}
	for _, l := range im.order {
		if !had[l.dynamic] {
			list = append(list, l)
		}
	}
	return list
}

// destructAtExit has exit run the destructors of the libraries that came with those of p, in the order in which they were loaded, each before those that it needs.
func (p *Process) destructAtExit() error {
	if startedByC || p.c.kind.finishes {
		return nil
	}
	for _, l := range slices.Backward(p.brought) {
		for _, f := range slices.Backward(l.destructors()) {
			if err := exitDestructors.add(p.c, l, uint64(f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// forgetClosed has exit forget the libraries that are gone: closing has run their destructors.
func (p *Process) forgetClosed() {
	if len(p.brought) == 0 || startedByC || p.c.kind.finishes {
		return
	}
	there := map[uintptr]bool{}
	for _, l := range p.c.loadedImages().order {
		there[l.dynamic] = true
	}
	for _, l := range p.brought {
		if !there[l.dynamic] {
			exitDestructors.forget(p.c, l)
		}
	}
}

// destructors are the functions that the dynamic linker runs when the library goes, in order (gABI, "Initialization and Termination Functions").
func (l *library) destructors() (list []uintptr) {
	var array, size, last uintptr
	for tag, v := range l.tags() {
		switch tag {
		case elf.DT_FINI_ARRAY:
			array = v
		case elf.DT_FINI_ARRAYSZ:
			size = v
		case elf.DT_FINI:
			last = l.base + v
		}
	}
	if size > 0 {
		list = slices.Clone(foreign[uintptr](l.base+array, int(size/wordBytes)))
		slices.Reverse(list)
	}
	if last != 0 {
		list = append(list, last)
	}
	return slices.DeleteFunc(list, func(f uintptr) bool { return f == 0 || f == ^uintptr(0) })
}
