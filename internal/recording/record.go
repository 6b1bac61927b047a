// Package recording writes down what a linker was given and what it was told: the bytes of objects, the addresses of memory, names'
// answers, the calls in their order and their errors. From that file the same link can be made again, on any host, without the program, its
// callbacks and its process.
//
// The file has a JSON object a line, each written when what it tells has ended, so that it is good up to the moment in which
// a process dies: first the linker's options, then what callbacks said, and each call behind what it was told.
//
// Law: a record changes nothing in the link that it is of, and who reads one trusts none of its bytes.
package recording

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Version is that of the format.
const Version = 1

// event is a line: one of its fields is set.
type event struct {
	Linker *options   `json:"linker,omitempty"`
	Memory *memory    `json:"memory,omitempty"`
	Names  *names     `json:"names,omitempty"`
	TLS    *tls       `json:"tls,omitempty"`
	Data   *readData  `json:"data,omitempty"`
	Load   *load      `json:"load,omitempty"`
	Call   *operation `json:"call,omitempty"`
}

// options are those of a linker's configuration that what it makes depends on, and which of its interfaces there are.
type options struct {
	Version      int               `json:"version"`
	Triple       string            `json:"triple,omitempty"`
	CodeModel    rtdyld.CodeModel  `json:"codeModel,omitempty"`
	Stubs        rtdyld.StubPolicy `json:"stubs,omitempty"`
	BySection    bool              `json:"bySection,omitempty"`
	SectionsStay bool              `json:"sectionsStay,omitempty"`
	Image        bool              `json:"image,omitempty"`
	OneUnit      bool              `json:"oneUnit,omitempty"`
	AllSections  bool              `json:"allSections,omitempty"`
	NoRelax      bool              `json:"noRelax,omitempty"`
	ImageBase    uint64            `json:"imageBase,omitempty"`
	HasTLS       bool              `json:"hasTLS,omitempty"`
	HasInit      bool              `json:"hasInit,omitempty"`
	HasRead      bool              `json:"hasRead,omitempty"`
}

// memory is one allocation.
type memory struct {
	Blocks []block `json:"blocks"`
	Error  string  `json:"error,omitempty"`
}

// block is a request and the address that it got.
type block struct {
	Object  string           `json:"object"`
	Name    string           `json:"name,omitempty"`
	Section objfmt.SectionID `json:"section,omitempty"`
	Kind    objfmt.Kind      `json:"kind"`
	Size    uint64           `json:"size"`
	Align   uint64           `json:"align"`
	Addr    uint64           `json:"addr"`
}

// names are what a resolver was asked together.
type names struct {
	Answers []answer `json:"answers"`
	Error   string   `json:"error,omitempty"`
}

type answer struct {
	Name   string              `json:"name"`
	Found  bool                `json:"found,omitempty"`
	Addr   uint64              `json:"addr,omitempty"`
	Size   uint64              `json:"size,omitempty"`
	Module uint64              `json:"module,omitempty"`
	Kind   rtdyld.Kind         `json:"kind,omitempty"`
	Thread *rtdyld.ThreadLocal `json:"thread,omitempty"`
}

// tls is where an object's thread-locals are.
type tls struct {
	Object    string `json:"object"`
	Module    uint64 `json:"module,omitempty"`
	DTPOffset uint64 `json:"dtpOffset,omitempty"`
	TPOffset  int64  `json:"tpOffset,omitempty"`
	Error     string `json:"error,omitempty"`
}

// readData is memory that was read for a copy.
type readData struct {
	Addr  uint64 `json:"addr"`
	Bytes []byte `json:"bytes"`
	Error string `json:"error,omitempty"`
}

// load is a batch.
type load struct {
	Objects []input `json:"objects"`
	Alone   bool    `json:"alone,omitempty"` // names are seen by nothing else, see [rtdyld.Linker.LoadWith]
	Own     bool    `json:"own,omitempty"`   // with a resolver of its own
	Error   string  `json:"error,omitempty"`
}

type input struct {
	Name     string   `json:"name"`
	Bytes    []byte   `json:"bytes"`
	External []string `json:"external,omitempty"` // see Disown
}

// operation is a call about objects, which are numbers in the order in which they were loaded.
type operation struct {
	Do      string           `json:"do"` // "resolve", "finalize", "unload", "detach", "map", "lookup"
	Objects []int            `json:"objects,omitempty"`
	Section objfmt.SectionID `json:"section,omitempty"` // of "map"
	Name    string           `json:"name,omitempty"`    // of "lookup"
	Addr    uint64           `json:"addr,omitempty"`    // of "map" and "lookup"
	Error   string           `json:"error,omitempty"`
}

// Recorder writes a record. Its methods may be called concurrently; those of nil do nothing.
type Recorder struct {
	mu      sync.Mutex
	f       *os.File
	w       *bufio.Writer
	numbers map[*rtdyld.Object]int
	last    int
	early   []early
	err     error
}

// early is a call about an object whose Load is under way, from a [rtdyld.LoadNotifier].
type early struct {
	o *rtdyld.Object
	c *operation
}

// Create begins a record in a file, which it replaces.
func Create(path string) (*Recorder, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &Recorder{f: f, w: bufio.NewWriter(f), numbers: map[*rtdyld.Object]int{}}, nil
}

// Close ends the record, and gives the first error that there was.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return errors.Join(r.err, r.f.Close())
}

// write writes a line. r.mu is held.
func (r *Recorder) write(e *event) {
	b, err := json.Marshal(e)
	if err == nil {
		r.w.Write(b)
		r.w.WriteByte('\n')
		err = r.w.Flush()
	}
	if r.err == nil {
		r.err = err
	}
}

func (r *Recorder) put(e *event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write(e)
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Config is a configuration whose callbacks are written down; r writes its options.
func (r *Recorder) Config(cfg rtdyld.Config) rtdyld.Config {
	o := &options{
		Version: Version, CodeModel: cfg.CodeModel, Stubs: cfg.Stubs, BySection: cfg.BySection, SectionsStay: cfg.SectionsStay,
		Image: cfg.Image, OneUnit: cfg.OneUnit, AllSections: cfg.AllSections, NoRelax: cfg.NoRelax, ImageBase: cfg.ImageBase,
		HasTLS: cfg.TLS != nil, HasInit: cfg.Initializer != nil, HasRead: cfg.ReadMemory != nil,
	}
	if cfg.Triple != (triple.Triple{}) {
		o.Triple = cfg.Triple.String()
	}
	r.put(&event{Linker: o})
	cfg.Memory = &recordedMemory{r, cfg.Memory}
	cfg.Resolver = r.Resolver(cfg.Resolver)
	if cfg.TLS != nil {
		cfg.TLS = &recordedTLS{r, cfg.TLS}
	}
	if read := cfg.ReadMemory; read != nil {
		cfg.ReadMemory = func(ctx context.Context, addr uint64, dst []byte) error {
			err := read(ctx, addr, dst)
			r.put(&event{Data: &readData{addr, dst, text(err)}})
			return err
		}
	}
	return cfg
}

// recordedMemory writes down what memory is asked for.
type recordedMemory struct {
	r    *Recorder
	next rtdyld.MemoryManager
}

// Allocate implements [rtdyld.MemoryManager].
func (m *recordedMemory) Allocate(ctx context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a, err := m.next.Allocate(ctx, reqs)
	e := &memory{Error: text(err), Blocks: make([]block, len(reqs))}
	for i := range reqs {
		q := &reqs[i]
		e.Blocks[i] = block{Object: q.Object, Name: q.Name, Section: q.Section, Kind: q.Kind, Size: q.Size, Align: q.Align}
	}
	if err != nil {
		m.r.put(&event{Memory: e})
		return a, err
	}
	given := &recordedAllocation{Allocation: a, blocks: a.Blocks()}
	for i := range min(len(given.blocks), len(reqs)) {
		e.Blocks[i].Addr = given.blocks[i].Addr
	}
	m.r.put(&event{Memory: e})
	return given, nil
}

// recordedAllocation has blocks that have been asked for.
type recordedAllocation struct {
	rtdyld.Allocation
	blocks []rtdyld.Block
}

// Blocks implements [rtdyld.Allocation].
func (a *recordedAllocation) Blocks() []rtdyld.Block { return a.blocks }

// Resolver is a resolver whose answers are written down; nil stays nil.
func (r *Recorder) Resolver(next rtdyld.Resolver) rtdyld.Resolver {
	if r == nil || next == nil {
		return next
	}
	return &recordedResolver{r, next}
}

type recordedResolver struct {
	r    *Recorder
	next rtdyld.Resolver
}

// Resolve implements [rtdyld.Resolver].
func (n *recordedResolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	err := n.next.Resolve(ctx, refs, out)
	e := &names{Error: text(err), Answers: make([]answer, len(refs))}
	for i := range refs {
		s := &out[i]
		e.Answers[i] = answer{Name: refs[i].Name, Found: s.Found, Addr: s.Addr, Size: s.Size, Module: s.Module, Kind: s.Kind, Thread: s.Thread}
	}
	n.r.put(&event{Names: e})
	return err
}

type recordedTLS struct {
	r    *Recorder
	next rtdyld.TLSProvider
}

// Define implements [rtdyld.TLSProvider].
func (p *recordedTLS) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b, err := p.next.Define(ctx, req)
	e := &tls{Object: req.Object, Error: text(err)}
	if err == nil {
		asked := &recordedBlock{b, b.Module(), b.DTPOffset(), b.TPOffset()}
		e.Module, e.DTPOffset, e.TPOffset = asked.module, asked.dtp, asked.tp
		b = asked
	}
	p.r.put(&event{TLS: e})
	return b, err
}

// recordedBlock has offsets that have been asked for.
type recordedBlock struct {
	rtdyld.TLSBlock
	module, dtp uint64
	tp          int64
}

func (b *recordedBlock) Module() uint64    { return b.module }
func (b *recordedBlock) DTPOffset() uint64 { return b.dtp }
func (b *recordedBlock) TPOffset() int64   { return b.tp }

// Load writes down a batch: objs are those of imgs, nil after an error. alone says that it is by itself, own that it has a resolver of its own.
func (r *Recorder) Load(alone, own bool, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, failed error) {
	if r == nil {
		return
	}
	e := &load{Alone: alone, Own: own, Error: text(failed)}
	for _, img := range imgs {
		in := input{Name: img.Name, Bytes: img.Buffer.Bytes()}
		if d, ok := img.Format.(*disowning); ok {
			in.External = d.names
		}
		e.Objects = append(e.Objects, in)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range objs {
		r.numbers[o] = r.last
		r.last++
	}
	r.write(&event{Load: e})
	r.early = slices.DeleteFunc(r.early, func(was early) bool {
		n, ok := r.numbers[was.o]
		if ok {
			was.c.Objects = []int{n}
			r.write(&event{Call: was.c})
		}
		return ok
	})
}

// Do writes down a call: "resolve", "finalize", "unload" or "detach" of objects, all if there are none.
func (r *Recorder) Do(what string, objs []*rtdyld.Object, failed error) {
	if r != nil {
		r.call(&operation{Do: what, Error: text(failed)}, objs)
	}
}

// Map writes down that a section was mapped.
func (r *Recorder) Map(o *rtdyld.Object, id objfmt.SectionID, addr uint64, failed error) {
	if r != nil {
		r.call(&operation{Do: "map", Section: id, Addr: addr, Error: text(failed)}, []*rtdyld.Object{o})
	}
}

// Lookup writes down an address that was asked for.
func (r *Recorder) Lookup(name string, addr uint64, failed error) {
	if r != nil {
		r.call(&operation{Do: "lookup", Name: name, Addr: addr, Error: text(failed)}, nil)
	}
}

// call writes down a call; r is not nil.
func (r *Recorder) call(c *operation, objs []*rtdyld.Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range objs {
		n, ok := r.numbers[o]
		if !ok {
			r.early = append(r.early, early{o, c}) // none but Map
			return
		}
		c.Objects = append(c.Objects, n)
	}
	r.write(&event{Call: c})
}
