package rtdyld

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// State is how far an object has come.
type State uint8

const (
	Loading   State = iota // a Load is at work
	Loaded                 // in memory, addresses may change
	Finalized              // relocated and protected
	Unloaded               // gone
	Unloading              // an Unload is at work: destructors run, listeners are told
)

var stateNames = [...]string{"loading", "loaded", "finalized", "unloaded", "unloading"}

// String names the state.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "invalid"
}

// stage is how far an object has come, as the linker sees it. It grows: nothing goes back.
type stage uint8

const (
	loading    stage = iota // Load is at work: users do not see it
	loaded                  // it may move
	protected               // its memory is finalized, and Finalize failed, or is at work
	registered              // and its call frames are registered
	finalized               // and it has been told of: its constructors run, or have run
	destructed              // its destructors have run before Unload
	unloading               // Unload is at work: its names are gone
	unloaded                // gone
)

// stageStates are the states that users are told.
var stageStates = [...]State{loading: Loading, loaded: Loaded, protected: Finalized, registered: Finalized, finalized: Finalized, destructed: Finalized, unloading: Unloading, unloaded: Unloaded}

// enter notes how far the object has come.
func (o *Object) enter(s stage) { o.stage = max(o.stage, s) }

// done reports whether the listeners have been told of it and constructors may have run.
func (s stage) done() bool { return s == finalized || s == destructed }

// half reports whether Finalize failed after its memory was protected.
func (s stage) half() bool { return s == protected || s == registered }

// Object is an image in a linker's memory. Its methods may be called
// concurrently; those that need memory or addresses return zero values once the
// object is unloaded.
type Object struct {
	// What it is; written by select.go when it is made; no lock, it never changes; lives for the object.
	l         *Linker
	buf       *objfmt.ObjectBuffer // the image's
	name      string               // the image's; no view of its buffer
	table     *reloc.Table
	steps     *quirk.Steps // of its target, never nil
	batch     *batch
	num       uint32 // in Linker.objects and Linker.names
	order     uint32 // in batch.objs
	fullImage bool   // the linker made the image
	dwarf     bool   // the image has debug information
	big, is64 bool   // as the image has it
	flags     uint32 // as the image has them

	// Its image, see image.go.
	image atomic.Pointer[objfmt.ObjectImage] // nil: its records were given up; atomic, written by select.go when the object is made, then by fade.go under mu; lives for the object
	faded *faded                             // what is left of it then; written by fade.go, once; no lock once image is nil; lives for the object

	at       int    // in Linker.pending; written by layout.go; lock Linker.mu; lives while it is there
	stage    stage  // how far it has come; written by object.go (enter); lock Linker.mu; lives for the object
	was      stage  // before it was unloading; written by unload.go; lock Linker.mu; lives for Unload
	fields   fields // written by object.go (outdate, applied); lock Linker.mu; lives for the object
	gathered bool   // scratch; written by gather.go; lock Linker.mu; lives for one gather

	// Scratch of Load; written by select.go; lock Linker.mu.
	namesTLS bool // it mentions a thread-local by name

	// What select has found; written by select.go (own by alias.go); lock Linker.mu; lives for the object.
	drops       bool              // some section is dropped
	choosy      bool              // some group of it is selected in another way than SelectAny
	ids         []uint32          // name of each global symbol, from FirstGlobal on, none before select; behind it is memory for Plan.First
	groupNames  []uint32          // name of each COMDAT group, 0 for other groups; those of linkonce sections follow
	groups      map[string]uint32 // COMDAT groups by name, once somebody asked
	own         ownNames
	descriptors *quirk.Descriptors // written by descriptors.go, no lock, they do not change; nil: functions are what their symbols say

	*insides          // what its users do not see; written by insides.go; lock Linker.mu; its own until the object is unloaded, then maybe that of all that are; never nil
	tls      *tlsArea // nil without thread-locals; written by tls.go; lock Linker.mu; lives for the object

	// What goroutines see that look names up without the lock, see lookup.go; atomic, set under Linker.mu; lives for the object.
	going atomic.Pointer[atomic.Bool] // says whether its names are gone, one for all that go together
	left1 atomic.Bool                 // where that of an Unload lies

	linked *linked // of an image; written by select.go; no lock, it never changes once the object is entered; nil: of a relocatable object

	late *late          // memory that relocation has asked for, nil for none; written by late.go; lock Linker.mu; lives until it is relocated again, or released
	last []LoadedSymbol // its symbols, for listeners; written by linkmap.go; lock Linker.mu; lives while it is unloaded
}

// batch is what one Load call loaded, and lives as long as its memory. What only Load has
// to do with is in load.
type batch struct {
	// What it is; written by select.go; no lock, it never changes.
	l     *Linker
	num   uint32
	alone bool // of LoadWith: all its names are its own
	// It is loaded anew, with all stubs; written by linker.go when it is made.
	scattered bool
	objs      []*Object

	few      *few         // of a small object, else nil; written by insides.go; lock Linker.mu; lives until the object is unloaded
	inside   *insides     // of its one object; nil: it has several; written by insides.go; lock Linker.mu; lives likewise
	names    symtab.Batch // its unit; written by symtab; lock Linker.mu
	resolver Resolver     // of LoadWith, nil for none; written by select.go; lock Linker.mu; lives as long as the memory
	load     *loadState   // written by load.go; lock Linker.mu; lives for Load
	alloc    Allocation   // written by layout.go; lock Linker.mu; lives until it is released, or Detach takes it
	blocks   []Block      // of alloc, likewise
	outputs  *outputs     // sections of all objects that lie together; written by encapsulation.go, where they are by outputs.go; lock Linker.mu; lives for its memory; nil: none
	table    uint64       // what T counts from, where all objects have one; written by bases.go; lock Linker.mu
	memory   memoryStage  // written by finalize.go; lock Linker.mu, or of who claimed the batch
	together bool         // some branches from one of its objects to another have no stub; written by plan.go; lock Linker.mu; lives for its memory
	claimed  bool         // a Finalize calls back for the batch: memory and the objects' stages are its; written by finalize.go; lock Linker.mu
	seen     atomic.Bool  // its definitions are seen without the lock; atomic, set under Linker.mu; lives for its memory
	live     uint32       // objects not yet unloaded; written by select.go; lock Linker.mu

	initial struct { // memory for a batch of one object
		called  nested.Mark // for Allocate
		claimed nested.Mark // for Finalize
		objs    [1]Object
		ptrs    [1]*Object
		answer  [1]*Object // what Load returns
	}
}

// memoryStage is how far a batch's memory has come.
type memoryStage uint8

const (
	writable memoryStage = iota
	final                // it is protected
	lost                 // its contents are lost
)

// Name is the object's name, as its image has it.
func (o *Object) Name() string { return o.name }

// Image is what the object was loaded from: the caller's or, with Config.AllSections, one
// of the same buffer with all sections. It may be read while the object is loaded or its
// buffer has other owners. It is not to be closed but by the caller of Load, whose own it is.
//
// The linker does not keep an image's records for as long as the object is loaded. If the caller does not, either, it is
// parsed again, which takes as long as it did before: who reads an image often keeps what is returned. If the bytes are others by then,
// as those of a file that somebody has written to, its symbols may be undefined and without names.
func (o *Object) Image() *objfmt.ObjectImage { return o.img() }

// HasDWARF is that of the object's image, without the image.
func (o *Object) HasDWARF() bool { return o.dwarf }

// gone reports whether the object is unloaded or about to be.
func (o *Object) gone() bool { return o.stage >= unloading }

// shown reports whether users are shown an object of Linker.objects: no number that is free, nothing that
// a Load is at work on.
func (o *Object) shown() bool { return o != nil && o.stage != loading && o.stage != unloaded }

// State says how far the object has come.
func (o *Object) State() State {
	o.l.mu.Lock()
	defer o.l.mu.Unlock()
	return stageStates[o.stage]
}

// pseudo is the id of a section that the linker makes.
func (o *Object) pseudo(k int) objfmt.SectionID { return o.lay.Made(k) }

// kept reports whether a section is in memory.
func (o *Object) kept(id objfmt.SectionID) bool { return o.lay.Kept(id) }

func (o *Object) dropped(id objfmt.SectionID) bool { return o.lay.Sections[id].Dropped() }

// addr is the target address of a section.
func (o *Object) addr(id objfmt.SectionID) uint64 { return o.lay.Sections[id].Addr }

// cut returns size bytes from offset off of the block of a piece.
func (o *Object) cut(p *place.Piece, off, size uint64) []byte {
	if size == 0 || p.Req == 0 {
		return nil
	}
	return o.batch.blocks[p.Req-1].Mem[off : off+size : off+size]
}

// mem returns the memory of a section that is kept.
func (o *Object) mem(id objfmt.SectionID) []byte {
	if o.debug != nil {
		if b, ok := o.debug[id]; ok {
			return b
		}
	}
	s := &o.lay.File()[id]
	return o.cut(o.lay.PieceOf(id, s), o.lay.Sections[id].Off(), s.Size)
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

// fields says with which addresses an object's fields have been written.
type fields uint8

const (
	unwritten fields = iota
	stale            // with former ones, or not all of them
	current          // with the present ones
)

// outdate notes that an address has changed that the object's fields depend on.
func (o *Object) outdate() {
	if o.fields == current {
		o.fields = stale
	}
}

// applied notes with which addresses the object's fields have been written.
func (o *Object) applied(f fields) { o.fields = f }
