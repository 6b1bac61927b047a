package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// externals are the symbols that no input defines: those of the command line, then
// those of this process and of the libraries named. As a resolver it may be used by one goroutine
// at a time.
type externals struct {
	dummies map[string]uint64
	zero    map[string]bool // dummies of address 0, which is no address
	phony   bool            // the answer is phonyAddr: only whether there is one matters
	any     bool            // every name has an address

	jit    *jitOptions // as llvm-jitlink has them, see resolveJIT; nil: as llvm-rtdyld
	alias  map[string]string
	linker *rtdyld.Linker // has the names that aliases are of

	libs    []string
	process *host.Process // once asked
	err     error         // why there is none
}

// phonyAddr is an address below all that is placed.
const phonyAddr = 0x800

// define adds a symbol as -dummy-extern says it, NAME=ADDR.
func (e *externals) define(spec string) error {
	name, value, ok := strings.Cut(spec, "=")
	if !ok {
		return fatalf("Invalid dummy symbol specification '%s'. Should be '<symbol name>=<addr>'", spec)
	}
	addr, ok := number(value)
	if !ok {
		return fatalf("Invalid symbol mapping '%s'.", spec)
	}
	if e.dummies == nil {
		e.dummies, e.zero = map[string]uint64{}, map[string]bool{}
	}
	e.dummies[name], e.zero[name] = addr, addr == 0
	return nil
}

// dummy is the address that the command line gives a name. It may be called concurrently
// once all are defined.
func (e *externals) dummy(name string) (addr uint64, ok bool) {
	addr = e.dummies[name]
	return addr, addr != 0
}

// imageBase is what llvm-jitlink is told that COFF's image-relative fields count from, 0 if it is not; llvm-rtdyld takes no word for it.
func (e *externals) imageBase() uint64 {
	if e.jit == nil {
		return 0
	}
	return e.dummies["__ImageBase"]
}

// Resolve implements rtdyld.Resolver.
func (e *externals) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	if e.jit != nil {
		return e.resolveJIT(ctx, refs, out)
	}
	var open []rtdyld.Ref
	var at []int
	for i, r := range refs {
		addr, ok := e.dummies[r.Name]
		switch {
		case ok && addr != 0:
			out[i] = rtdyld.Symbol{Addr: addr, Found: true}
			if r.TLS && addr != rtdyld.LeaveAlone {
				out[i] = rtdyld.Symbol{Addr: addr, Kind: rtdyld.TLS, Found: true}
			}
		case ok:
		case e.any:
			e.found(&out[i], &refs[i])
		default:
			open, at = append(open, r), append(at, i)
		}
	}
	got, err := e.ask(ctx, open)
	if got == nil {
		return err
	}
	for k, i := range at {
		if out[i] = got[k]; got[k].Found && e.phony {
			e.found(&out[i], &refs[i])
		}
	}
	return nil
}

// ask asks the process; nil if there is none.
func (e *externals) ask(ctx context.Context, refs []rtdyld.Ref) ([]rtdyld.Symbol, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	p, err := e.open()
	if err != nil || p == nil {
		return nil, err
	}
	got := make([]rtdyld.Symbol, len(refs))
	if err := p.LinkerConfig().Resolver.Resolve(ctx, refs, got); err != nil {
		return nil, err
	}
	return got, nil
}

func (e *externals) found(s *rtdyld.Symbol, r *rtdyld.Ref) {
	*s = rtdyld.Symbol{Addr: phonyAddr, Found: true}
	if r.TLS {
		*s = rtdyld.Symbol{Kind: rtdyld.TLS, Module: 1, Found: true}
	}
}

// open prepares this process, once. It is nil where objects cannot be bound to a
// process: nothing is found there.
func (e *externals) open() (*host.Process, error) {
	if e.process == nil && e.err == nil {
		e.process, e.err = openProcess(host.Config{Libraries: e.libs, Env: os.Environ()})
	}
	if errors.Is(e.err, host.ErrSystem) && len(e.libs) == 0 {
		return nil, nil
	}
	return e.process, e.err
}

// openProcess opens the libraries and says in llvm-rtdyld's words which cannot be.
func openProcess(o host.Config) (*host.Process, error) {
	p, err := host.Open(o)
	if lib := (*host.LibraryError)(nil); errors.As(err, &lib) {
		return nil, fatalf("Error loading '%s': %v", lib.Path, lib.Err)
	}
	if errors.Is(err, host.ErrSystem) && len(o.Libraries) > 0 {
		return nil, &failure{shapeFatal, "Error loading '" + o.Libraries[0] + "': " + err.Error(), err}
	}
	return p, err
}

// close gives the process back.
func (e *externals) close() error {
	if e.process == nil {
		return nil
	}
	return e.process.Close()
}

// rulesMemory is the linked memory and the external symbols.
type rulesMemory struct {
	*check.Table
	ctx      context.Context
	external *externals
	missing  string         // the last name that nobody has
	seen     []check.Region // what rules took, in which they may have read
}

// watch notes what a rule takes.
func (m *rulesMemory) watch(r check.Region, err error) (check.Region, error) {
	if err == nil && r.Local != 0 {
		m.seen = append(m.seen, r)
	}
	return r, err
}

// begin forgets what the last rule did.
func (m *rulesMemory) begin() { m.missing, m.seen = "", m.seen[:0] }

// runAddresses gives the loads of a rule that was evaluated the addresses where the
// bytes will run.
func (m *rulesMemory) runAddresses(uses []check.Use) {
	for i := range uses {
		u := &uses[i]
		if !strings.HasPrefix(u.Text, "*{") {
			continue
		}
		for _, r := range m.seen {
			if u.Addr-r.Local < r.Size {
				u.Addr = r.Addr + (u.Addr - r.Local)
				break
			}
		}
	}
}

// Symbol implements check.Memory.
func (m *rulesMemory) Symbol(name string) (check.Region, bool) {
	if r, ok := m.Table.Symbol(name); ok {
		m.watch(r, nil)
		return r, true
	}
	if m.external.jit != nil {
		addr, ok := m.external.named(name)
		return check.Region{Addr: addr}, ok
	}
	var out [1]rtdyld.Symbol
	if err := m.external.Resolve(m.ctx, []rtdyld.Ref{{Name: name}}, out[:]); err == nil && out[0].Found {
		return check.Region{Addr: out[0].Addr}, true
	}
	if !m.external.zero[name] {
		m.missing = name
	}
	return check.Region{}, false
}

// Read implements check.Memory. llvm-jitlink's rules may read more than a section has, as some of LLVM's tests do: its
// memory goes on with zeros.
func (m *rulesMemory) Read(local uint64, p []byte) int {
	n := m.Table.Read(local, p)
	if m.external.jit != nil && n > 0 {
		clear(p[n:])
		return len(p)
	}
	return n
}

// Section implements check.Memory: - is what the command line calls the standard
// input.
func (m *rulesMemory) Section(file, section string) (check.Region, error) {
	if file == "-" {
		file = stdinName
	}
	return m.watch(m.Table.Section(file, section))
}

// inputFile is how an object is called where its file has a stub.
func inputFile(container string) string {
	if container == "-" || strings.HasPrefix(container, "-/") {
		return stdinName + container[1:]
	}
	return container
}

// Stub implements check.Memory.
func (m *rulesMemory) Stub(container, symbol, kind string) (check.Region, error) {
	return m.watch(m.Table.Stub(inputFile(container), symbol, kind))
}

// GOT implements check.Memory.
func (m *rulesMemory) GOT(container, symbol, kind string) (check.Region, error) {
	return m.watch(m.Table.GOT(inputFile(container), symbol, kind))
}
