package main

import (
	"bufio"
	"cmp"
	"context"
	"debug/elf"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/linkmap"
)

// recorder is a resolver that remembers what another has found.
type recorder struct {
	rtdyld.Resolver
	origin func(name string, addr uint64) string // where a name is from, asked for once all is linked

	mu    sync.Mutex
	fixed map[string]uint64
	found []foundName // in order; the last of a name counts
}

// foundName is a name with what a resolver has found for it.
type foundName struct {
	name string
	addr uint64
}

// externalsOf puts a recorder before the resolver of a configuration.
func externalsOf(cfg *rtdyld.Config) *recorder {
	r := &recorder{Resolver: cfg.Resolver, fixed: map[string]uint64{}}
	if cfg.Resolver != nil {
		cfg.Resolver = r
	}
	if fixed := cfg.Fixed; fixed != nil {
		cfg.Fixed = func(name string) (uint64, bool) {
			addr, ok := fixed(name)
			if ok {
				r.mu.Lock()
				defer r.mu.Unlock()
				r.fixed[strings.Clone(name)] = addr
			}
			return addr, ok
		}
	}
	return r
}

// Resolve implements rtdyld.Resolver.
func (r *recorder) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	err := r.Resolver.Resolve(ctx, refs, out)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		return err
	}
	r.found = slices.Grow(r.found, len(refs))
	for i := range refs {
		if out[i].Found {
			r.found = append(r.found, foundName{refs[i].Name, out[i].Addr})
		}
	}
	return nil
}

// names are those that were found, by origin and name.
func (r *recorder) names() []linkmap.External {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := make(map[string]uint64, len(r.fixed)+len(r.found))
	maps.Copy(found, r.fixed)
	for _, f := range r.found {
		found[f.name] = f.addr
	}
	all := []linkmap.External{}
	for name, addr := range found {
		o := linkmap.External{Name: name, Addr: linkmap.Address(addr)}
		if r.origin != nil {
			o.From = r.origin(name, addr)
		}
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b linkmap.External) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// span is a part of a process that a file is mapped to.
type span struct {
	start, end uint64
	file       string
}

// mappings are the parts of a process, 0 for this one, that there are; none where the system has no /proc.
func mappings(pid int) (spans []span) {
	path := "/proc/self/maps"
	if pid != 0 {
		path = fmt.Sprintf("/proc/%d/maps", pid)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	return readMappings(f, extentOf)
}

// readMappings reads what the system says of a process; extent is how many bytes of memory the file at a path takes.
func readMappings(text io.Reader, extent func(path string) uint64) (spans []span) {
	last, first := "", uint64(0) // a file, and where it begins
	for sc := bufio.NewScanner(text); sc.Scan(); {
		var s span
		if _, err := fmt.Sscanf(sc.Text(), "%x-%x", &s.start, &s.end); err != nil {
			continue
		}
		if i := strings.IndexByte(sc.Text(), '/'); i >= 0 {
			s.file = filepath.Base(sc.Text()[i:])
			if path := sc.Text()[i:]; path != last {
				last, first = path, s.start
			}
		} else if n := len(spans); n > 0 && spans[n-1].end == s.start && spans[n-1].file != "" && !strings.Contains(sc.Text(), "[") {
			// The zeros behind its data. The line goes on with what the system has mapped behind them, as a thread's stack.
			if end := first + extent(last); end > s.start {
				s.file, s.end = spans[n-1].file, min(s.end, end)
			}
		}
		spans = append(spans, s)
	}
	return spans
}

// extentOf is how many bytes of memory a shared library or a program takes, whole pages, by its segments; 0 for other files.
func extentOf(path string) uint64 {
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return 0
	}
	f, err := elf.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	from, to, page := uint64(math.MaxUint64), uint64(0), uint64(os.Getpagesize())
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			from, to = min(from, p.Vaddr&-page), max(to, (p.Vaddr+p.Memsz+page-1)&-page)
		}
	}
	return to - min(from, to)
}

// mappedFiles tells which file lies at an address of a process, 0 for this one, by its base name: "" for none.
func mappedFiles(pid int) func(name string, addr uint64) string {
	spans := mappings(pid)
	return func(_ string, addr uint64) string {
		for _, s := range spans {
			if addr >= s.start && addr < s.end {
				return s.file
			}
		}
		return ""
	}
}

// inFile tells which file of this process an address lies in, by its base name, and how far behind the file's lowest address.
func inFile(addr uint64) (file string, offset uint64) {
	spans := mappings(0)
	i := slices.IndexFunc(spans, func(s span) bool { return addr >= s.start && addr < s.end })
	if i < 0 || spans[i].file == "" {
		return "", 0
	}
	first := spans[slices.IndexFunc(spans, func(s span) bool { return s.file == spans[i].file })]
	return first.file, addr - first.start
}

// writeMap writes a map to a file, as JSON if its name says so.
func (m *linkMap) writeFile(ctx context.Context, path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if strings.HasSuffix(path, ".json") {
		err = m.writeJSON(ctx, f)
	} else {
		err = m.write(ctx, f)
	}
	return cmp.Or(err, f.Close())
}
