package record

import (
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Version is that of the format. A record of version 2 is one of version 3, without linked images.
const (
	Version = 3
	oldest  = 2
)

// event is a line: On, and one of the others.
type event struct {
	On     int        `json:"on,omitempty"` // the linker, from 0 on
	Linker *options   `json:"linker,omitempty"`
	Begin  *operation `json:"begin,omitempty"`
	Took   *outcome   `json:"took,omitempty"` // of a call that runs code of the program's now, which may be the end of all
	End    *outcome   `json:"end,omitempty"`

	// What callbacks said.
	Memory *memory   `json:"memory,omitempty"`
	Names  *names    `json:"names,omitempty"`
	TLS    *tls      `json:"tls,omitempty"`
	Data   *readData `json:"data,omitempty"`
	Fixed  *fixed    `json:"fixed,omitempty"`
	Failed *failed   `json:"failed,omitempty"`
	Sum    *sum      `json:"sum,omitempty"`
}

// options are those of a linker's configuration that what it makes depends on, and which of its interfaces there are.
type options struct {
	Version      int                 `json:"version"`
	Triple       string              `json:"triple,omitempty"`
	Layout       rtdyld.Layout       `json:"layout,omitempty"`
	CodeModel    rtdyld.CodeModel    `json:"codeModel,omitempty"`
	Stubs        rtdyld.StubPolicy   `json:"stubs,omitempty"`
	BySection    bool                `json:"bySection,omitempty"`
	SectionsStay bool                `json:"sectionsStay,omitempty"`
	Image        bool                `json:"image,omitempty"`
	OneUnit      bool                `json:"oneUnit,omitempty"`
	AllSections  bool                `json:"allSections,omitempty"`
	NoRelax      bool                `json:"noRelax,omitempty"`
	ImageBase    uint64              `json:"imageBase,omitempty"`
	Wrap         []string            `json:"wrap,omitempty"`
	Unwind       rtdyld.UnwindFormat `json:"unwind,omitempty"`
	HasResolver  bool                `json:"hasResolver,omitempty"`
	HasFixed     bool                `json:"hasFixed,omitempty"`
	HasTLS       bool                `json:"hasTLS,omitempty"`
	HasInit      bool                `json:"hasInit,omitempty"`
	HasRead      bool                `json:"hasRead,omitempty"`
	HasImages    bool                `json:"hasImages,omitempty"`
	HasLibrary   bool                `json:"hasLibrary,omitempty"`
}

// operation is a call as it begins. Objects are numbers, which Load and MapImage give.
type operation struct {
	ID      uint64             `json:"id"` // from 1 on, in all linkers
	Do      string             `json:"do"` // as [rtdyld.Doing] has it
	Inputs  []input            `json:"inputs,omitempty"`
	First   int                `json:"first,omitempty"` // number of the first object that a load, or of the one that a "map image", makes
	Alone   bool               `json:"alone,omitempty"` // names are seen by nothing else, see [rtdyld.Linker.LoadWith]
	Own     bool               `json:"own,omitempty"`   // with a resolver of its own
	Objects []int              `json:"objects,omitempty"`
	Section objfmt.SectionID   `json:"section,omitempty"` // of "map"
	Name    string             `json:"name,omitempty"`    // of "lookup"
	Addr    uint64             `json:"addr,omitempty"`    // of "map" and "lookup"
	Save    *rtdyld.SaveConfig `json:"save,omitempty"`    // of "save"
	Map     *rtdyld.MapConfig  `json:"map,omitempty"`     // of "map image"
}

// input is an object that is loaded, or an image that is mapped.
type input struct {
	Name     string   `json:"name"`
	Bytes    []byte   `json:"bytes"`
	External []string `json:"external,omitempty"` // see package disown
	NoGroups bool     `json:"noGroups,omitempty"` // it has none any more
	Symbols  []symbol `json:"symbols,omitempty"`  // that were changed since it was parsed, or are new
}

// symbol is a global symbol as it was changed, or a new one behind the others: a package that links, as rtdyld/engine does for lazy modules, takes no other
// liberties.
type symbol struct {
	At        int            `json:"at"`
	Like      int            `json:"like"`                // the symbol of the file whose name, and else all, it has
	Undefined bool           `json:"undefined,omitempty"` // but it is not defined here
	Plain     bool           `json:"plain,omitempty"`     // and has no type, visibility nor bits of the format
	Bind      objfmt.Binding `json:"bind"`                // local: it has no name for others
}

// outcome is what a call has come to.
type outcome struct {
	Of     uint64 `json:"of"`              // the call
	Order  uint64 `json:"order,omitempty"` // see [rtdyld.Operation]
	Passes []pass `json:"passes,omitempty"`
	Failed []int  `json:"failed,omitempty"`
	Error  string `json:"error,omitempty"`

	Libraries []library `json:"libraries,omitempty"` // that Config.Library was asked for
}

// library is what Config.Library has said of a name.
type library struct {
	Name    string `json:"name"`
	Known   bool   `json:"known,omitempty"`
	BuildID []byte `json:"buildID,omitempty"`
	SHA256  []byte `json:"sha256,omitempty"`
	Size    uint64 `json:"size,omitempty"`
}

type pass struct {
	Order   uint64 `json:"order"`
	Objects []int  `json:"objects"`
}

// memory is one allocation, or an image that is mapped, with a block for each segment.
type memory struct {
	Image  bool    `json:"image,omitempty"`
	Of     uint64  `json:"of,omitempty"` // the call that asks, 0: not known
	Blocks []block `json:"blocks"`
	Error  string  `json:"error,omitempty"`
	Is     string  `json:"is,omitempty"` // see sentinels
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
	Of      uint64   `json:"of,omitempty"`
	Batch   uint64   `json:"batch,omitempty"` // the call that has loaded the batch whose own resolver it is; 0: it is the linker's
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
	Of        uint64 `json:"of,omitempty"`
	Object    string `json:"object"`
	Module    uint64 `json:"module,omitempty"`
	DTPOffset uint64 `json:"dtpOffset,omitempty"`
	TPOffset  int64  `json:"tpOffset,omitempty"`
	// Descriptor is that of a rtdyld.DescribedTLSBlock.
	Descriptor [2]uint64 `json:"descriptor,omitzero"`
	Error      string    `json:"error,omitempty"`
}

// readData is memory that was read for a copy.
type readData struct {
	Of    uint64 `json:"of,omitempty"`
	Addr  uint64 `json:"addr"`
	Bytes []byte `json:"bytes"`
	Error string `json:"error,omitempty"`
}

// fixed is what Config.Fixed has said of a name, told when it is something else than before.
type fixed struct {
	Name string `json:"name"`
	Addr uint64 `json:"addr,omitempty"`
	OK   bool   `json:"ok,omitempty"`
}

// failed is the error of a callback that gives nothing else.
type failed struct {
	Of    uint64 `json:"of,omitempty"`
	Call  string `json:"call"` // one of callbacks
	Nth   int    `json:"nth"`  // of these callbacks of the call, from 0 on
	Error string `json:"error"`
	Is    string `json:"is,omitempty"`
}

// callbacks are those that give an error and nothing else. They are told of only if they do.
var callbacks = [...]string{reserve: "reserve", protect: "protect", release: "release", register: "register", deregister: "deregister", initTLS: "initTLS", releaseTLS: "releaseTLS", init_: "init", fini: "fini"}

const (
	reserve = iota
	protect
	release
	register
	deregister
	initTLS
	releaseTLS
	init_
	fini
	numCallbacks
)

// sum is what memory has in it when it is protected.
type sum struct {
	Of     uint64 `json:"of,omitempty"`
	Addr   uint64 `json:"addr"` // of the allocation's first block
	SHA256 []byte `json:"sha256"`
}

// sentinels are errors that a linker looks for in those of callbacks.
var sentinels = map[string]error{"lost": rtdyld.ErrLost, "out of reach": rtdyld.ErrOutOfReach}
