package rtdyld

import (
	"context"
	"log/slog"
	"math"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says what a linker works with. Memory is required; every other nil or
// zero has the meaning given with it. Package rtdyld/host fills a Config for the
// running process.
type Config struct {
	// Memory gives the memory that objects live in.
	Memory MemoryManager
	// Reserver is told what a batch needs before Memory is asked for it. nil: not called.
	Reserver Reserver
	// BySection asks Memory for a block for each section, not one for all of an object that
	// have the same permissions: for managers that place sections by themselves, as
	// RuntimeDyld's do. Sections that are too far apart for the code in them are a
	// *reloc.RangeError.
	BySection bool
	// SectionsStay promises that sections run where Memory has put them: MapSectionAddress is refused with ErrSectionsStay. Then
	// there are no stubs for branches from one object of a batch to functions that another one defines, unless the definition is weak,
	// or the batch's code lies so far apart that branches may not get there. To find that out takes until Memory has returned the blocks: then it,
	// and Reserver, are asked once more, for blocks with room for stubs, and for all batches that follow stubs are made as without the promise.
	// So that such branches stay as they are, objects of a batch count as users of each other's definitions from Load on.
	SectionsStay bool
	// Image is for objects that [Linker.Save] is to write to a file, from which they are mapped later: it implies SectionsStay,
	// and makes functions of sections .init and .fini of ELF whether there is an Initializer or not.
	Image bool
	// CodeModel is what Memory is told of the code.
	CodeModel CodeModel
	// Stubs says which branches get stubs.
	Stubs StubPolicy
	// Loaded is told of objects between load and relocation. nil: not called.
	Loaded LoadNotifier
	// Resolver finds names that no loaded object defines. nil: there are none.
	Resolver Resolver
	// Origin says where an external address is from that the Resolver gave for a name, the file of
	// a library for one: [Linker.Explain] asks, with no lock held. nil: not called.
	Origin func(name string, addr uint64) string
	// Reasons are why members of archives were taken, as a [Collector] has told: what
	// [Linker.Explain] fills Explanation.Chain from. It is asked with no lock held, and what it
	// returns is only read. nil: not known.
	Reasons func() []Reason
	// Fixed is asked for names that the linker makes itself for each object, __dso_handle
	// (___dso_handle), _GLOBAL_OFFSET_TABLE_ and, where the objects of a batch have one TOC, .TOC.: what it knows is the name's
	// address, for all objects. The GOT entries stay, and so does what relocations count from them, but for .TOC. It
	// is asked before relocations are applied and by [Object.DSOHandle], may be called
	// concurrently and may use the linker. nil: it knows none.
	Fixed func(name string) (addr uint64, ok bool)
	// Unwinder is told of unwind information. nil: not called.
	Unwinder Unwinder
	// TLS places thread-locals. nil: objects that define or use thread-locals are
	// refused with ErrTLS.
	TLS TLSProvider
	// Initializer runs constructors and destructors. nil: they are not run, and sections .init and .fini of ELF, which otherwise are
	// made functions of (see Object.Sections), are code like any other.
	Initializer Initializer
	// ReadMemory copies target memory at addr to dst. It is asked for the present
	// value of an external data object that loaded code refers to directly
	// and out of reach, so that the object can be copied into reach, as
	// R_X86_64_COPY does. What may be called from inside is what [MemoryManager] says of
	// Allocate. nil: such a reference is a range error.
	ReadMemory func(ctx context.Context, addr uint64, dst []byte) error
	// Images brings linked images into memory. nil: MapImage is refused with ErrUnsupported.
	Images ImageMapper
	// Library says what shared library of a name (DT_SONAME) is there, for MapImage, which compares its identity with that of the one that an image was bound to. It is
	// asked with no lock held. nil, false: not known, and nothing is compared.
	Library func(name string) (lib ImageLibrary, ok bool)
	// Listeners are told of finalized and unloaded objects, in this order.
	Listeners []Listener
	// Triple is the target. Zero: that of the first object loaded. Objects for
	// another target are refused with ErrTarget.
	Triple triple.Triple
	// OneUnit says that all batches are one unit of linking: a hidden name is seen by all
	// objects of the linker, and two definitions of it are duplicates. It is for linkers that
	// load parts of one program as they are needed. Batches of LoadWith are by themselves.
	OneUnit bool
	// AllSections loads sections that do not occupy memory at run time too, debug
	// information for one; not those that are compressed in a way for which there is no decompressor, see objfmt/elf.SetZstd.
	AllSections bool
	// Layout is how objects lie in memory, ours if zero.
	Layout Layout
	// NoRelax keeps all instructions as the compiler wrote them.
	NoRelax bool
	// GiveBack lets the host have pages of objects' files back as soon as linking needs them no more, but for those of
	// relocation records: the memory of a large link is less by more than the size of its image. It takes up to a twelfth of the time of a load where
	// the kernel takes many pieces in one call, as Linux 6.18 does, most of which the end of the process gives back, and up to a sixth elsewhere. What is
	// looked at again, names for one, is mapped again.
	GiveBack bool
	// ImageBase is what image-relative fields of COFF objects count from (B,
	// __ImageBase), a target address. 0: the linker chooses one.
	ImageBase uint64
	// Workers is the number of goroutines that copy and relocate. 0: as many as pay,
	// one for input below 16 MiB, at most one a processor.
	Workers int
	// Wrap are names that are wrapped, as GNU ld's --wrap does. A [Collector] has to be told by itself. nil: none.
	Wrap *Wrapping
	// Recorder is told of all that the linker works with and does; [New] asks it for the configuration. nil: not called.
	Recorder Recorder
	// Logger gets a debug record at the end of each step of a batch and of [Linker.Save], which names no line of source. Its handler is called as Allocate is, see
	// [MemoryManager]. nil: silence.
	Logger *slog.Logger
}

// Layout is how objects lie in memory and what is made for them.
type Layout uint8

const (
	// DefaultLayout packs the sections of an object by permission and makes one stub
	// a symbol where one is needed.
	DefaultLayout Layout = iota
	// RuntimeDyld lays out as LLVM's RuntimeDyld does with all sections processed,
	// for tests that were written for it and for comparing with it: its order of
	// sections, a stub for every branch to what is not loaded yet, stubs and padding
	// behind the section that branches, no COMDAT groups dropped, nothing relaxed, no functions made of .init and .fini,
	// no start and end of sections by __start_NAME and __stop_NAME.
	// It is that of LLVM 14 to 16: in LLVM 19 branches of AArch64 to other sections go through their stub even where they reach.
	// It implies AllSections and NoRelax.
	RuntimeDyld
)

var layoutNames = [...]string{"default", "runtimedyld"}

// String names the layout.
func (l Layout) String() string {
	if int(l) < len(layoutNames) {
		return layoutNames[l]
	}
	return "invalid"
}

// Block is a piece of memory with its two addresses.
type Block struct {
	Mem  []byte // where the linker writes
	Addr uint64 // where the target sees Mem[0]
}

// Request asks for one block.
type Request struct {
	Kind   objfmt.Kind // the permissions it ends with: KindCode, KindReadOnly or KindWritable
	Size   uint64      // bytes, never 0
	Align  uint64      // bytes, a power of two, never 0; of the target's address
	Object string      // name of the object that the block is for
	Low32  bool        // the address must be below 2 GiB
	Near   uint64      // the block should be within reach of this address, 0: anywhere
	// Image is what the object is loaded from. nil: the linker's own stubs and copies, which
	// several objects may use.
	Image *objfmt.ObjectImage
	// Module and User are those of Image: an engine's *engine.Module, and the User of its
	// Input or what the program has set in the image. nil: there is none.
	Module, User any
	// CodeModel is that of Config.
	CodeModel CodeModel
	// Section is the section that the block is for, as an index into Image's sections or
	// the ID of one that the linker makes, and Name its name, if Config.BySection asks for a block
	// each or Within is set. Else Name is empty.
	Section objfmt.SectionID
	Name    string
	// TLS says that the block holds initial contents of thread-locals.
	TLS bool
	// Tables says that the block holds nothing but unwind tables, which compilers make of code (.eh_frame,
	// .gcc_except_table), and the linker's own table of addresses (GOT): no constants of the program.
	Tables bool
	// Within is where the whole block has to lie, see [StubsByAddress]; zero: anywhere. A manager
	// that has no such place returns an error that matches [ErrOutOfReach]. So is it understood if
	// the block lies elsewhere, which is released then.
	Within AddressRange
}

// AddressRange are target addresses from First to Last, both included.
type AddressRange struct{ First, Last uint64 }

// CodeModel says how far apart code and data may lie, as compilers use the word. It
// changes nothing in a link: what does not reach is an error in any model.
type CodeModel uint8

const (
	DefaultModel CodeModel = iota // the target's usual one
	TinyModel
	SmallModel
	KernelModel
	MediumModel
	LargeModel
)

var codeModelNames = [...]string{"default", "tiny", "small", "kernel", "medium", "large"}

// String names the model.
func (m CodeModel) String() string {
	if int(m) < len(codeModelNames) {
		return codeModelNames[m]
	}
	return "invalid"
}

// StubPolicy says which branches get stubs.
type StubPolicy uint8

const (
	// StubsExternal reserves a stub for each function external to an object that a
	// branch goes to, and uses it where the branch does not reach.
	StubsExternal StubPolicy = iota
	// NoStubs makes none because of distance: the memory manager knows that all is within
	// reach. What is not, and a branch to a weak name that nobody defines, is a
	// *reloc.RangeError. Stubs that change the instruction set (ARM and Thumb) stay.
	NoStubs
	// StubsByAddress makes stubs when relocations are applied, for branches that do not get to
	// their targets by themselves, whichever they are: for sections that lie far from each
	// other, as MapSectionAddress or the manager has put them. Memory is asked for an island of
	// stubs near the branches, by Request.Within, and for another place of an object's GOT if
	// some reference does not reach it. A branch that no place for a stub is found for is an *OutOfReachError;
	// a GOT stays where it is, and its reference is a *reloc.RangeError. Layout RuntimeDyld has its own stubs.
	StubsByAddress
)

var stubPolicyNames = [...]string{"external", "none", "by address"}

// String names the policy.
func (p StubPolicy) String() string {
	if int(p) < len(stubPolicyNames) {
		return stubPolicyNames[p]
	}
	return "invalid"
}

// Need is how much memory of one kind a batch needs.
type Need struct {
	Size  uint64 // bytes, with the padding between blocks that lie in the order of requests
	Align uint64 // bytes, the largest alignment; 1 if nothing is needed
}

// Reserver is told what a batch needs in all, exactly, before its memory is asked
// for: so that a manager can make room for all of it at once. What may be called from inside
// Reserve is what [MemoryManager] says of Allocate.
type Reserver interface {
	Reserve(ctx context.Context, code, readOnly, writable Need) error
}

// LoadNotifier is told of the objects of a batch when they are in memory and nothing is
// relocated yet: the time for [Object.MapSectionAddress]. It is called with no lock held.
// An error fails the Load, and the batch is unloaded.
type LoadNotifier interface {
	NotifyLoaded(ctx context.Context, objs []*Object) error
}

// MemoryManager gives memory to a linker. Its methods may be called concurrently.
//
// The blocks of one call hold code and data that refer to each other: a manager
// should place them within 2 GiB of each other (less for targets whose branches
// reach less far). Where they are too far apart the link fails with a
// *reloc.RangeError, never with a truncated field.
//
// No lock is held while a method runs: other goroutines, and the method itself, may look names up
// and read objects. While Allocate runs, what changes the linker waits. From inside Allocate that would be for
// ever, so that Load, Resolve, Finalize, Unload, Destruct and Detach are refused with [ErrNested] there: on Allocate's
// goroutine whatever context they are given, on others if it is Allocate's or made of it. So are those of other
// linkers that would have to wait. MapSectionAddress works. From inside Finalize and Release all works, but for Finalize and Unload of what is
// being finalized, which are ErrNested, too.
type MemoryManager interface {
	// Allocate returns an allocation with a block for each request, all or none. On
	// an error nothing is left allocated. reqs is the linker's and must not be kept.
	Allocate(ctx context.Context, reqs []Request) (Allocation, error)
}

// Allocation is the memory of one batch.
type Allocation interface {
	// Blocks are asked for once. They are parallel to the requests, zeroed and writable through Mem, each
	// with the size asked for. Mem must not be written after Finalize.
	Blocks() []Block
	// Finalize gives every block the permissions of its kind and makes the code
	// visible to instruction fetch. Nothing is writable and executable at any time. After
	// an error it may be called again; if contents are lost by then its error matches ErrLost.
	Finalize(ctx context.Context) error
	// Release gives the memory back. It is legal before and after Finalize, once.
	Release(ctx context.Context) error
}

// Mover is an [Allocation] whose contents are written elsewhere than where they lie after Finalize.
type Mover interface {
	Allocation
	// Moved sets Mem of blocks of the allocation, or of parts of them, to where they lie since Finalize has returned nil. It is called then, with the linker's
	// lock held: it calls nothing, and waits for nothing.
	Moved(blocks []Block)
}

// Ref is an undefined name that a Resolver is asked for. Name is a clone and may be kept.
type Ref struct {
	Name string
	Weak bool // every reference to it is weak: it may stay without a definition
	// Unused says that no relocation refers to the name: it may stay without a definition,
	// whether Weak or not. An archive gives a member for it all the same unless it is Weak,
	// as in static links.
	Unused bool
	TLS    bool // it is referred to as a thread-local
	// Import is what a COFF import library says of the name: the library that has it,
	// and under which name. nil: nothing.
	Import *objfmt.Import
}

// Kind says what a symbol names.
type Kind uint8

const (
	Unspecified Kind = iota // not told
	Func                    // a function
	Data                    // a data object
	TLS                     // a thread-local
	Abs                     // a value that is no address; calls of 64-bit PowerPC lead there and leave r2 alone
)

var kindNames = [...]string{"notype", "func", "data", "tls", "abs"}

// String names the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// LeaveAlone is the Addr of a name whose relocations are not to be applied, as
// RuntimeDyld's resolvers say it too: the fields stay as they are in the file, for who
// writes them by himself. GOT entries and stubs that are made for the name hold 0 and lead to
// 0; in Layout RuntimeDyld, where code refers to these by relocations of their own, the
// code does lead there. An offset (TLS) or a plain value (Abs) of all ones is what it is.
const LeaveAlone uint64 = 1<<64 - 1

// Symbol is where a name is.
type Symbol struct {
	Addr   uint64 // target address or LeaveAlone; for TLS the offset from the thread pointer
	Size   uint64 // bytes, 0 if not known
	Module uint64 // for TLS: the module's number, 0 if not known; Addr is the offset in its block, too
	Kind   Kind
	Found  bool
	// Object is the object that defines the name, in what a linker's Lookup gives. nil: the name
	// is external.
	Object *Object
	// Thread, for TLS, takes the place of Module where offsets in the module's block are
	// others than those from the thread pointer. nil: there is no more than Addr and Module.
	// It is not changed any more and may be shared.
	Thread *ThreadLocal
}

// ThreadLocal is how each thread finds its own of an external thread-local.
type ThreadLocal struct {
	Module uint64 // what the first word of a general dynamic pair holds
	Offset uint64 // in the module's block, as the second word counts
	// Static says that the thread-local is at one offset from the thread pointer in all
	// threads, which is the symbol's Addr. Where it is not, code of the initial-exec and
	// local-exec models cannot get at it.
	Static bool
	// Descriptor is the TLS descriptor of a thread-local that is not static: the address
	// of the function, and its argument. Zero: code that goes by descriptors cannot get
	// at it.
	Descriptor [2]uint64
}

// Resolver finds external names. All names that are undefined come in one
// call, so that a remote one answers in one round trip. out is parallel to refs
// and zeroed; a name that is not found is left so, and is no error. Resolve is
// called with no lock held and may load objects into the same linker; it is asked
// again until nothing new is undefined. refs and out are the linker's and must not be kept.
//
// The linker remembers an answer under its name for as long as the symbol table of some
// loaded object mentions the name, also if the link that asked fails for another reason.
// Meanwhile all objects get it and no resolver is asked: a Resolver that would answer
// otherwise for another object goes to [Linker.LoadWith]. With the last object that
// mentions the name the answer is forgotten; the next one asks again. A definition that
// is loaded later counts for what is relocated later. An answer for a name that a batch
// hides is that batch's. That a name was not found is not remembered: the next Resolve or
// Finalize asks again.
type Resolver interface {
	Resolve(ctx context.Context, refs []Ref, out []Symbol) error
}

// ResolverFunc adapts a function that finds one name. Among very many it looks whether the context has ended.
type ResolverFunc func(name string) (Symbol, bool)

// Resolve implements Resolver.
func (f ResolverFunc) Resolve(ctx context.Context, refs []Ref, out []Symbol) error {
	var done heed.Count
	for i := range refs {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if s, ok := f(refs[i].Name); ok {
			s.Found = true
			out[i] = s
		}
	}
	return nil
}

// Resolvers asks each in turn for what those before it did not find.
type Resolvers []Resolver

// Resolve implements Resolver.
func (rs Resolvers) Resolve(ctx context.Context, refs []Ref, out []Symbol) error {
	var undefined []Ref
	var at []int
	for i, r := range rs {
		if i == 0 {
			if err := r.Resolve(ctx, refs, out); err != nil {
				return err
			}
			continue
		}
		undefined, at = undefined[:0], at[:0]
		for j := range refs {
			if !out[j].Found {
				undefined, at = append(undefined, refs[j]), append(at, j)
			}
		}
		if len(undefined) == 0 {
			return nil
		}
		got := make([]Symbol, len(undefined))
		if err := r.Resolve(ctx, undefined, got); err != nil {
			return err
		}
		for k, j := range at {
			out[j] = got[k]
		}
	}
	return nil
}

// TLSProvider places the thread-locals of objects. What may be called from inside Define and Initialize is
// what [MemoryManager] says of Allocate; Release is called when nothing is held.
type TLSProvider interface {
	// Define makes room for an object's thread-locals.
	Define(ctx context.Context, req TLSRequest) (TLSBlock, error)
}

// TLSRequest describes the thread-locals of one object.
type TLSRequest struct {
	Object string // its name
	Size   uint64 // bytes of the block in each thread
	Align  uint64 // bytes, a power of two
}

// TLSBlock is where an object's thread-locals are.
type TLSBlock interface {
	// Module is what the first word of a general dynamic pair holds. It and the two offsets
	// are asked for once, after Define.
	Module() uint64
	// DTPOffset is the offset of the block's start as the second word counts.
	DTPOffset() uint64
	// TPOffset is the offset of the block's start from the thread pointer, the same
	// in each thread; negative on x86-64. NoTPOffset: there is none.
	TPOffset() int64
	// Initialize sets the initial values, once they are relocated. init is as long
	// as the initialized part; the rest of the block is zero.
	Initialize(ctx context.Context, init []byte) error
	// Release gives the block up.
	Release(ctx context.Context) error
}

// NoTPOffset is what [TLSBlock.TPOffset] returns for a block at no fixed offset from the thread pointer. Each thread finds its own by module and offset, as code of
// the general-dynamic and local-dynamic models does. Code of the initial-exec and local-exec models that refers to it is refused by an error that matches [ErrTLS],
// and so is code that goes by descriptors, unless the block is a [DescribedTLSBlock].
const NoTPOffset = math.MinInt64

// DescribedTLSBlock is a [TLSBlock] at no fixed offset from the thread pointer, see [NoTPOffset], to which descriptors lead.
type DescribedTLSBlock interface {
	TLSBlock
	// TLSDescriptor is the TLS descriptor of the block's start: the address of the function, and its argument, which for what lies
	// further on is as much greater. Zero: there is none. It is asked for once, after Define.
	TLSDescriptor() [2]uint64
}

// Initializer runs functions of loaded code.
type Initializer interface {
	// Init runs the constructors of objects that have just been finalized, in order.
	Init(ctx context.Context, objs []*Object, funcs []uint64) error
	// Fini runs the destructors of objects that are about to be unloaded, in order,
	// after whatever the objects registered by themselves (atexit).
	Fini(ctx context.Context, objs []*Object, funcs []uint64) error
}

// Listener is told of objects. It is called with no lock held, in the order of
// events, and must not change what it is shown.
type Listener interface {
	// Finalized is called when the code of objs may run, before its constructors do.
	Finalized(objs []*Object)
	// Unloading is called after the destructors of objs ran, before their memory goes.
	Unloading(objs []*Object)
}
