package objfmt

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"strings"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/triple"
)

// SectionID is the index of a section in [ObjectImage.Sections], or one of the
// Sec constants.
type SectionID uint32

// Where a symbol is if not in a section of its image.
const (
	SecUndef    SectionID = 0xffff_ffff - iota // not defined here
	SecAbs                                     // absolute: the value is the address
	SecCommon                                  // common: Value is the alignment, Size the size, both in bytes
	SecUnloaded                                // in a section that has no record in this image (see ObjectImage.Full)
	SecAlias                                   // nowhere itself: an alias of the symbol of this object whose number is Value

	// SecSpecial is the lowest of the constants: ids below it are indices.
	SecSpecial = SecAlias
)

// SymbolID is a symbol's number in its object's symbol table, as relocations name it.
type SymbolID uint32

// NoSymbol is the SymbolID of "none".
const NoSymbol SymbolID = 0xffff_ffff

// ObjectImage is the neutral description of one relocatable object. It owns its
// Buffer (one of its counted owners) and must be closed; linkers that load it
// keep the buffer alive by themselves. What an image describes is never changed after
// parsing and may be read concurrently.
type ObjectImage struct {
	Name    string        // for errors and maps: a path, or "archive(member)"
	Triple  triple.Triple // what the headers state; the OS is unknown unless they say
	Buffer  *ObjectBuffer
	Machine uint32 // the format's own machine number (ELF e_machine, COFF Machine, Mach-O cputype)
	Flags   uint32 // the format's own header flags (ELF e_flags)
	Is64    bool   // 64-bit class of the container
	Big     bool   // big-endian data
	// Processor is the oldest one that the code is for, as its ABI numbers them and 1 (Arm: Tag_CPU_arch); 0: unknown.
	Processor uint8
	// ExternalHandle says that __dso_handle, where it is undefined, is a name like others and not
	// the linker's to make. It is to be set before the image is loaded.
	ExternalHandle bool

	// Sections has a record for each section that is loaded, in file order;
	// [ObjectImage.Full] makes an image with all of them.
	Sections []Section
	// Symbols has a record for each entry of the symbol table, in its order.
	Symbols []Symbol
	// Groups has the COMDAT and other groups that have loaded members.
	Groups []Group
	// Directives has what the object asks of its linker in words (COFF .drectve,
	// Mach-O LC_LINKER_OPTION), in file order.
	Directives []Directive
	// Import is what the file says if it is a short import record of a COFF import
	// library, else nil. Such an image defines Import.Symbol and "__imp_" before it.
	Import *Import

	// Module and User say whose the image is, to those who give memory to what is loaded of it
	// (rtdyld.Request): the engine's module that it is a part of, and a value of the
	// program's. Nothing here looks at them. They are to be set before the image is loaded.
	Module, User any

	// The rest is for linkers, and for parsers and compilers that make images, of a file or of what is in memory without one.

	Format      Format      // what only the parser of this format can answer
	Strings     []byte      // symbol names
	SecStrings  []byte      // section names
	Members     []SectionID // members of all groups, cut by Group
	Hashes      []uint32    // HashName of each symbol from FirstGlobal on; 0 for one without a linkage name
	More        []uint64    // the rest of their keys, see KeyOf; nil, or shorter: Key hashes names
	FirstGlobal SymbolID    // symbols below are local
	HasHidden   bool        // some non-local symbol is hidden or internal
	HasTLS      bool        // some section, or common symbol, is thread-local
	HasIFunc    bool        // some symbol is a definition of type SymIFunc
	HasEdges    bool        // some undefined symbol may be the start or the end of sections by its name (ELF: __start_NAME, __stop_NAME; Mach-O: section$start$SEG$sect, section$end$SEG$sect), or some section is a part of a group (COFF: NAME$part)
	HasLinkOnce bool        // some section has RoleLinkOnce
	NeedsExec   bool        // asks for an executable stack (never granted)
	HasDWARF    bool        // some section is .debug_info, which is not in Sections

	parser Parser
	parsed *ObjectImage // the image that parser has made: not a copy of it
	closed uint32       // 1 once Close was called; atomic
}

// Format is what an image needs of its parser after parsing. Each parser has one.
type Format interface {
	// Decode turns raw records of sec into neutral ones: it fills dst from the
	// front, a group of records never split, and returns how many entries it wrote
	// and the raw bytes that are left. n is 0 only when raw is empty or on error.
	// An error is a *FormatError with the record's offset in the file, or in raw if the
	// parser does not know better.
	Decode(img *ObjectImage, sec *Section, dst []Reloc, raw []byte) (n int, rest []byte, err error)
	// Layout says where the fields of most records of sec are, for walks that read Raw themselves; from is what its Row is to
	// be told. nil: Decode alone knows.
	Layout(img *ObjectImage, sec *Section) (l *Layout, from uint64)
	// Full parses the image's buffer again, with a record for every section, for as long as the
	// context lasts.
	Full(ctx context.Context, img *ObjectImage) (*ObjectImage, error)
	// Contents returns the section's bytes, decompressed if the file has them compressed, for as
	// long as the context lasts.
	Contents(ctx context.Context, img *ObjectImage, sec *Section) ([]byte, error)
	// ContentsSize returns how many bytes Contents would return, or why there would be none, and
	// decompresses nothing.
	ContentsSize(img *ObjectImage, sec *Section) (uint64, error)
}

// Kind says which permissions a loaded section ends with, and so which stripe of
// an allocation it goes to.
type Kind uint8

const (
	KindNone     Kind = iota // not loaded
	KindCode                 // read and execute
	KindReadOnly             // read
	KindWritable             // read and write
	NumKinds
)

var kindNames = [...]string{"none", "code", "rodata", "data"}

// String returns "code", "rodata", "data" or "none".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// Role is a job that a section has for a linker besides holding bytes.
type Role uint8

const (
	RolePlain         Role = iota
	RoleEHFrame            // .eh_frame: call frame information of the code
	RolePreinitArray       // addresses of functions to call first
	RoleInitArray          // addresses of constructors
	RoleFiniArray          // addresses of destructors
	RoleCtors              // .ctors: constructors in reverse order
	RoleDtors              // .dtors: destructors
	RoleNote               // notes
	RoleDebug              // debug information: never loaded unless asked for
	RoleLinkOnce           // .gnu.linkonce.*: first of its name wins
	RolePData              // .pdata: function table of COFF, see PE/COFF "The .pdata Section"
	RoleCompactUnwind      // Mach-O __compact_unwind
	RoleThreadVars         // Mach-O thread-local variable descriptors
	RoleExidx              // SHT_ARM_EXIDX: index table of the ARM exception handling ABI
	RoleLSDA               // .gcc_except_table: what handles exceptions in a function
	RoleTOC                // .toc: what code refers to from the base of the GOT
	RoleDescriptors        // .opd: function descriptors of 64-bit PowerPC's ABI ELFv1
	RoleInitCode           // .init: a part of the code of a function that constructs
	RoleFiniCode           // .fini: a part of the code of one that destructs
)

var roleNames = [...]string{"", "eh_frame", "preinit", "init", "fini", "ctors", "dtors", "note", "debug", "linkonce", "pdata", "compact_unwind", "thread_vars", "exidx", "lsda", "toc", "descriptors", "init_code", "fini_code"}

// String names the role; a plain section's is empty.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "invalid"
}

// SectionFlags are the neutral properties of a section.
type SectionFlags uint32

const (
	SecLoad       SectionFlags = 1 << iota // occupies memory at run time
	SecExec                                // executable
	SecWrite                               // writable
	SecZeroFill                            // has no bytes in the file
	SecTLS                                 // part of the thread-local template
	SecMerge                               // equal elements may be merged (they are not)
	SecStrings                             // elements are NUL-terminated strings
	SecLinkOrder                           // goes with the section Link
	SecRetain                              // must not be garbage-collected
	SecExclude                             // not part of a linked image
	SecCompressed                          // Data is compressed; Size is that of the file's bytes
	SecLarge                               // may be beyond the reach of 32-bit code (SHF_X86_64_LARGE)
	SecRelaAddend                          // relocation records carry their addends (RELA)
)

// Section is one section. Data and Raw alias the buffer and must not be written.
type Section struct {
	Data   []byte // contents; nil if zero-filled
	Raw    []byte // relocation records that apply to it, as in the file
	Size   uint64 // bytes in memory
	Flags  SectionFlags
	Name   uint32    // offset in SecStrings; use ObjectImage.SectionName
	Number uint32    // number in the file's section table
	Group  uint32    // index in Groups plus one, 0 for none
	Link   SectionID // what SecLinkOrder refers to, SecUndef for none
	Align  uint8     // log2 of the alignment
	Kind   Kind
	Role   Role
}

// Alignment is the section's alignment in bytes.
func (s *Section) Alignment() uint64 { return 1 << s.Align }

// SymbolType says what a symbol names.
type SymbolType uint8

const (
	SymNone    SymbolType = iota // unspecified
	SymData                      // a data object
	SymFunc                      // a function
	SymSection                   // the start of a section
	SymFile                      // the name of a source file
	SymTLS                       // a thread-local object; Value is the offset in its section
	SymIFunc                     // a function that returns the address of the function to use
)

var symTypeNames = [...]string{"notype", "data", "func", "section", "file", "tls", "ifunc"}

// String names the type.
func (t SymbolType) String() string {
	if int(t) < len(symTypeNames) {
		return symTypeNames[t]
	}
	return "invalid"
}

// Binding says how a name is matched between objects.
type Binding uint8

const (
	BindLocal  Binding = iota // seen in its own object alone
	BindGlobal                // one definition
	BindWeak                  // gives way to a global definition; undefined it may stay without one
	BindUnique                // STB_GNU_UNIQUE: the first definition in the process counts
)

var bindNames = [...]string{"local", "global", "weak", "unique"}

// String names the binding.
func (b Binding) String() string {
	if int(b) < len(bindNames) {
		return bindNames[b]
	}
	return "invalid"
}

// Visibility says how far a global name is seen; higher is seen less far.
type Visibility uint8

const (
	VisDefault Visibility = iota
	VisProtected
	VisHidden
	VisInternal
)

var visNames = [...]string{"default", "protected", "hidden", "internal"}

// String names the visibility.
func (v Visibility) String() string {
	if int(v) < len(visNames) {
		return visNames[v]
	}
	return "invalid"
}

// nameUnmeasured in Symbol.NameLen means that the name ends at a NUL.
const nameUnmeasured = 0xffff_ffff

// NameToNUL is the NameLen of a symbol whose name ends at the first NUL.
const NameToNUL uint32 = nameUnmeasured

// Symbol is one symbol, 32 bytes without a pointer, so that a garbage collection
// does not look at it. In images for ARM, bit 0 of Value says that the symbol is
// a function in Thumb code, whatever the format's own way to say so.
//
// A symbol in SecAlias with BindWeak is a weak external of COFF: it is what other
// objects define by its name or, if none does, what symbol Value is. Without
// BindWeak it is another name of symbol Value (Mach-O N_INDR).
type Symbol struct {
	Value   uint64 // offset in Section; address if absolute; alignment if common; number of another symbol if alias
	Size    uint64
	Name    uint32 // offset in Strings; use ObjectImage.SymbolName
	NameLen uint32 // bytes, or NameToNUL
	Section SectionID
	Type    SymbolType
	Bind    Binding
	Vis     Visibility
	Other   uint8 // the format's own bits (ELF st_other; how a weak external of COFF is searched for)
}

// WeakSearchLibrary is the Other of a weak external of COFF whose name is searched
// for in archives (IMAGE_WEAK_EXTERN_SEARCH_LIBRARY).
const WeakSearchLibrary = 2

// Defined reports whether the symbol has a definition in its object, a common
// one included.
func (s *Symbol) Defined() bool { return s.Section != SecUndef }

// Selection says which of several COMDAT groups of one name counts (PE/COFF,
// "COMDAT Sections"). ELF has SelectAny alone.
type Selection uint8

const (
	SelectAny     Selection = iota // the first
	SelectOnly                     // a second one is an error (NODUPLICATES)
	SelectSame                     // the first; the leaders must be of one size (SAME_SIZE)
	SelectExact                    // the first; the leaders must have equal contents (EXACT_MATCH)
	SelectLargest                  // the one with the largest leader
)

var selectionNames = [...]string{"any", "only", "same size", "exact match", "largest"}

// String names the selection.
func (s Selection) String() string {
	if int(s) < len(selectionNames) {
		return selectionNames[s]
	}
	return "invalid"
}

// DirectiveKind says what a directive asks for.
type DirectiveKind uint8

const (
	DirIgnored       DirectiveKind = iota // Name is the text as it stands; a loader has no use for it
	DirAlternateName                      // Name is an alias of Value if nobody defines it (/alternatename)
	DirDefaultLib                         // library Name is searched (/defaultlib, -l)
	DirFramework                          // framework Name is searched (-framework)
	DirInclude                            // Name is needed (/include)
	DirExport                             // Name is exported, from symbol Value if that is not empty (/export)
	DirMerge                              // section Name goes to section Value (/merge)
)

var directiveNames = [...]string{"ignored", "alternatename", "defaultlib", "framework", "include", "export", "merge"}

// String names the kind.
func (k DirectiveKind) String() string {
	if int(k) < len(directiveNames) {
		return directiveNames[k]
	}
	return "invalid"
}

// Directive is something that an object asks of its linker. Strings view the buffer.
type Directive struct {
	Kind        DirectiveKind
	Name, Value string
}

// Import is a short import record: a name that a shared library exports (PE/COFF,
// "Import Library Format"). Strings view the buffer.
type Import struct {
	Symbol    string // the public name
	Library   string // file name of the library, empty if another member of the archive says it, see Head
	Name      string // what the library's export table calls it, empty if by ordinal
	Ordinal   uint16 // ordinal, or hint
	ByOrdinal bool
	Data      bool // a data object: there is no function Symbol, only the pointer
	// Head is the symbol that a record of GNU tools has instead of a library; behind it
	// the archive has the name (package objfile, ImportLibrary).
	Head string
}

// Group is a set of sections that are kept or dropped together.
type Group struct {
	Signature SymbolID // symbol that names the group
	Name      uint32   // offset in Strings or, if BySection, in SecStrings
	NameLen   uint32
	First, N  uint32 // members: ObjectImage.Members[First:First+N]; in COFF the first one is the leader
	Number    uint32 // number of the group's own section in the file; in COFF that of the leader
	Length    uint32 // COFF: bytes of the leader without the padding that GNU's assembler adds; else 0
	Select    Selection
	Comdat    bool // the first definition of the name wins; else only all-or-nothing
	BySection bool // named by a section
}

// Reloc is one relocation in neutral form. Records are decoded in chunks where
// they are used and never kept.
type Reloc struct {
	Offset    uint64 // of the field in its section
	Addend    int64  // explicit addend; without HasAddend it is added to the field's own
	Type      uint32 // the format's own type number
	Sym       SymbolID
	Sub       SymbolID // second symbol of a difference, NoSymbol for none
	HasAddend bool     // Addend is all; else the field in the file holds an addend, too
	// More is set where the value is the addend of the next relocation, which is at the same
	// place: only the last one of such a chain writes. Linkers find chains, no Format sets it.
	More bool
}

// DecodeChunk is how many records a caller should offer room for at once.
const DecodeChunk = 64

var seed = maphash.MakeSeed()

// HashName hashes a linkage name as ObjectImage.Hashes has it, seeded for each process: names may be hostile. It is never 0.
func HashName(name string) uint32 {
	h := maphash.String(seed, name)
	return uint32(h>>32) | 1
}

// Key stands for a linkage name: names whose keys are equal are taken to be equal. It has 95 bits that depend on the
// name and on two seeds that are drawn for each process: among n names two have one key in n²/2⁹⁶ of all processes, among
// a million names once in 2⁵⁶. Those who choose names do not know the seeds, and are told no hash.
type Key struct {
	Hash uint32 // HashName
	More uint64
}

var moreSeed = maphash.MakeSeed()

// KeyOf is the key of a linkage name, as ObjectImage.Hashes and ObjectImage.More have it.
func KeyOf(name string) Key { return Key{HashName(name), maphash.String(moreSeed, name)} }

// Close gives up the image's ownership of its buffer. Views into the image are
// invalid once the buffer's last owner is gone. It takes nothing from other owners:
// a second Close does nothing and returns [ErrClosed].
func (img *ObjectImage) Close() error {
	if !atomic.CompareAndSwapUint32(&img.closed, 0, 1) {
		return ErrClosed
	}
	return img.Buffer.Close()
}

// CloneNames returns a copy of the image for what its names are: what SymbolName,
// SectionName and GroupName return of it are no views of the buffer and stay valid when
// that is gone. Names that share their bytes in the file share them there, too. The copy
// owns nothing and must not be closed.
func (img *ObjectImage) CloneNames() *ObjectImage {
	own := *img
	own.Strings, own.SecStrings = bytes.Clone(img.Strings), bytes.Clone(img.SecStrings)
	return &own
}

// SectionName views the name of a section of this image.
func (img *ObjectImage) SectionName(id SectionID) string {
	if uint64(id) >= uint64(len(img.Sections)) {
		return ""
	}
	b, _ := bin.CString(img.SecStrings, uint64(img.Sections[id].Name))
	return bin.String(b)
}

// SegmentName views the name of a Mach-O section's segment: "__TEXT". It is empty in images of other formats.
func (img *ObjectImage) SegmentName(id SectionID) string {
	if img.Triple.Format() != triple.MachO || uint64(id) >= uint64(len(img.Sections)) {
		return ""
	}
	// SecStrings has it behind the section's own name.
	at := uint64(img.Sections[id].Name) + uint64(len(img.SectionName(id))) + 1
	b, _ := bin.CString(img.SecStrings, at)
	return bin.String(b)
}

// SymbolName views the name of a symbol; empty if it has none.
func (img *ObjectImage) SymbolName(id SymbolID) string {
	if uint64(id) >= uint64(len(img.Symbols)) {
		return ""
	}
	s := &img.Symbols[id]
	return img.NameAt(s.Name, s.NameLen)
}

// NameAt views n bytes of Strings at off, or up to the next NUL for NameToNUL.
func (img *ObjectImage) NameAt(off, n uint32) string {
	if n == nameUnmeasured {
		b, _ := bin.CString(img.Strings, uint64(off))
		return bin.String(b)
	}
	b, _ := bin.Slice(img.Strings, uint64(off), uint64(n))
	return bin.String(b)
}

// DisplayName is how errors and maps call a symbol: its name or, for a section
// symbol, the section's. The string is a clone.
func (img *ObjectImage) DisplayName(id SymbolID) string { return strings.Clone(img.displayName(id)) }

// displayName is DisplayName as a view.
func (img *ObjectImage) displayName(id SymbolID) string {
	n := img.SymbolName(id)
	if n == "" && uint64(id) < uint64(len(img.Symbols)) {
		n = img.SectionName(img.Symbols[id].Section)
	}
	return n
}

// GroupName views the name that decides between groups.
func (img *ObjectImage) GroupName(g *Group) string {
	if g.BySection {
		b, _ := bin.Slice(img.SecStrings, uint64(g.Name), uint64(g.NameLen))
		return bin.String(b)
	}
	return img.NameAt(g.Name, g.NameLen)
}

// GroupMembers returns the loaded members of g. The slice must not be written.
func (img *ObjectImage) GroupMembers(g *Group) []SectionID {
	return img.Members[g.First : g.First+g.N]
}

// Hash returns HashName of a global symbol's name.
func (img *ObjectImage) Hash(id SymbolID) uint32 { return img.Hashes[id-img.FirstGlobal] }

// Key returns the key of a global symbol's name, zero for one without a linkage name.
func (img *ObjectImage) Key(id SymbolID) Key {
	k := int(id - img.FirstGlobal)
	h := img.Hashes[k]
	if k < len(img.More) {
		return Key{h, img.More[k]}
	}
	if h == 0 {
		return Key{}
	}
	return KeyOf(img.SymbolName(id))
}

// Full returns an image of the same buffer with a record for every section, for
// dumps, debuggers and linkers that process all sections. It is another owner of
// the buffer and must be closed.
func (img *ObjectImage) Full() (*ObjectImage, error) { return img.FullContext(context.Background()) }

// FullContext is [ObjectImage.Full] for as long as ctx lasts: the error of one that ends names the
// image and matches that of ctx.
func (img *ObjectImage) FullContext(ctx context.Context) (*ObjectImage, error) {
	return img.Format.Full(ctx, img)
}

// ContentsLimit is how many bytes sections of the image may have altogether when they are decompressed: 32 for each
// of the file and 4 MiB, and no more than 2 GiB. Compilers' debug information grows by 3 to 10; data that
// was made to grow does by 1,000, or by 40,000.
func (img *ObjectImage) ContentsLimit() uint64 {
	return min(1<<31, 32*uint64(len(img.Buffer.Bytes()))+4<<20)
}

// CheckContents returns an error that matches [ErrFormat] if the sections that pass have more bytes, decompressed,
// than ContentsLimit altogether: several may have the same bytes of the file. Nothing is decompressed. Who reads
// the contents of more than one section asks it first.
func (img *ObjectImage) CheckContents(pass func(SectionID) bool) error {
	left := img.ContentsLimit()
	for i := range img.Sections {
		if !pass(SectionID(i)) {
			continue
		}
		n, err := img.Format.ContentsSize(img, &img.Sections[i])
		if err != nil {
			return err
		}
		if n > left {
			return &FormatError{File: img.Name, What: fmt.Sprintf("section %d", img.Sections[i].Number),
				Msg: fmt.Sprintf("with the contents of this one sections have more than %d bytes when decompressed, which is not credible for an object of %d", img.ContentsLimit(), len(img.Buffer.Bytes()))}
		}
		left -= n
	}
	return nil
}

// Contents returns the bytes of a section, decompressed on demand if the file
// has them compressed; nil if it is zero-filled. More than ContentsLimit is an error.
func (img *ObjectImage) Contents(id SectionID) ([]byte, error) {
	return img.ContentsContext(context.Background(), id)
}

// ContentsContext is [ObjectImage.Contents] for as long as ctx lasts: the error of one that ends names
// the image and matches that of ctx.
func (img *ObjectImage) ContentsContext(ctx context.Context, id SectionID) ([]byte, error) {
	return img.Format.Contents(ctx, img, &img.Sections[id])
}

// Relocs iterates over the relocations that apply to a section, in file order. A
// bad record yields its error and ends the iteration. Linkers decode chunks
// themselves, see Format.
func (img *ObjectImage) Relocs(id SectionID) iter.Seq2[Reloc, error] {
	return func(yield func(Reloc, error) bool) {
		sec := &img.Sections[id]
		var buf [DecodeChunk]Reloc
		for raw := sec.Raw; len(raw) > 0; {
			n, rest, err := img.Format.Decode(img, sec, buf[:], raw)
			for i := range buf[:n] {
				if !yield(buf[i], nil) {
					return
				}
			}
			if err != nil {
				yield(Reloc{}, err)
				return
			}
			raw = rest
		}
	}
}
