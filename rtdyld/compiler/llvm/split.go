package llvm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
)

// Split cuts a module into modules of one function each, so that functions can be compiled
// when they are first called. The sources are bitcode; they are compiled and linked apart,
// in any order and at any time, and together are the module:
//
//   - the first has all variables, aliases of them, constructors and destructors, if there
//     are any; if it has constructors, every other refers to it, so that who links one needs
//     it as well;
//   - internal names become external ones that no other module has, hidden ones visible;
//     constants whose address does not matter (strings) are copied to where they are used;
//   - what cannot be apart stays together: the members of a COMDAT, an alias and its
//     function, an indirect function and its resolver, functions whose labels others have,
//     users of an internal thread-local variable;
//   - linkonce definitions become weak.
//
// Pieces refer to each other directly, as parts of one module do: they must be loaded within
// reach of each other, which is how default memory managers place them.
//
// A module with assembly of its own, or with less than two functions, is returned as it is.
// Names of pieces are the source's, "#", and the function's; Path is empty. A piece is taken out
// when its source is asked for. Errors are *[Error].
func (c *Compiler) Split(ctx context.Context, src compiler.Source) ([]compiler.Part, error) {
	parts, _, err := c.split(ctx, src)
	return parts, err
}

// split is Split, and where its parts come from: nil for a module that stays whole.
func (c *Compiler) split(ctx context.Context, src compiler.Source) ([]compiler.Part, *split, error) {
	var p *plan
	err := c.lib.run(ctx, &src, func(j *job) (err error) {
		p, err = j.plan()
		src.Triple = j.src.Triple // the module's own if the source has none
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if p.bitcode == nil {
		whole := func(context.Context) (compiler.Source, error) { return src, nil }
		return []compiler.Part{{Name: src.Name, Defines: p.defines[0], Source: whole}}, nil, nil
	}
	parts := make([]compiler.Part, len(p.names))
	s := newSplit(c, src, p)
	for i := range parts {
		parts[i] = compiler.Part{Name: p.names[i], Defines: p.defines[i], Source: func(ctx context.Context) (compiler.Source, error) { return s.part(ctx, i) }}
	}
	return parts, s, nil
}

// split makes the parts of a source. Taking something out of a module has the cost of reading the declarations of all
// that is in it, so that pieces are taken out of chunks, and these out of larger ones: then it is not the whole module that is
// read for each piece, but a few times what the piece is part of. The chunks are the same in whatever order pieces are asked for.
type split struct {
	c      *Compiler
	src    compiler.Source
	plan   *plan
	first  int          // pieces that are taken out of the whole: the one with the lists
	levels []level      // from the smallest chunks to the largest
	read   atomic.Int64 // pieces in what others were taken out of, added up
}

// level has chunks of one size.
type level struct {
	size   int // pieces in a chunk
	chunks []chunked
}

// chunked is the bitcode of some pieces, once somebody asked for one of them.
type chunked struct {
	mu   sync.Mutex
	text []byte
}

// fanOut is how many chunks, or pieces, are taken out of the next larger chunk.
const fanOut = 8

func newSplit(c *Compiler, src compiler.Source, p *plan) *split {
	s := &split{c: c, src: src, plan: p}
	if p.hasBase {
		s.first = 1 // the lists of the first piece are its own
	}
	n := len(p.names) - s.first
	for size := fanOut; size*fanOut <= n; size *= fanOut {
		s.levels = append(s.levels, level{size, make([]chunked, (n+size-1)/size)})
	}
	return s
}

// part makes a piece.
func (s *split) part(ctx context.Context, i int) (src compiler.Source, err error) {
	src = compiler.Source{Name: s.plan.names[i], Triple: s.src.Triple, Time: s.src.Time}
	at := 0
	if i < s.first {
		at = len(s.levels)
	}
	src.Text, err = s.take(ctx, at, i, i+1)
	return src, err
}

// take takes the pieces from lo to hi out of the chunk of a level that has them.
func (s *split) take(ctx context.Context, at, lo, hi int) ([]byte, error) {
	from, n := s.plan.bitcode, len(s.plan.names)
	if at < len(s.levels) {
		var err error
		if from, n, err = s.chunk(ctx, at, (lo-s.first)/s.levels[at].size); err != nil {
			return nil, err
		}
	}
	s.read.Add(int64(n))
	return s.c.extract(ctx, s.src, from, s.plan, lo, hi)
}

// chunk is a chunk of a level, and how many pieces it has.
func (s *split) chunk(ctx context.Context, at, k int) (text []byte, n int, err error) {
	l := &s.levels[at]
	lo := s.first + k*l.size
	hi := min(lo+l.size, len(s.plan.names))
	c := &l.chunks[k]
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.text == nil {
		c.text, err = s.take(ctx, at+1, lo, hi)
	}
	return c.text, hi - lo, err
}

// extract makes a module of the pieces from lo to hi.
func (c *Compiler) extract(ctx context.Context, src compiler.Source, bitcode []byte, p *plan, lo, hi int) (text []byte, err error) {
	src.Text = bitcode
	err = c.lib.run(ctx, &src, func(j *job) (err error) {
		text, err = j.extract(p, lo, hi)
		return err
	})
	return text, err
}

// plan says which definition goes into which piece.
type plan struct {
	bitcode []byte         // of the module with names for all; nil: it stays whole
	where   map[string]int // number of the piece, by name
	names   []string       // of the pieces
	hasBase bool           // the first is for variables
	anchor  string         // a variable of the first piece that the others refer to, "": none

	defines [][]compiler.Definition // by piece
}

// Kinds of values (LLVMValueKind).
const (
	kindFunction     = 5
	kindAlias        = 6
	kindIFunc        = 7
	kindVariable     = 8
	kindBlockAddress = 9
	kindInlineAsm    = 23
	kindInstruction  = 24
)

func (j *job) kind(v uintptr) uint32 { return uint32(j.call(fnGetValueKind, v)) }

func (j *job) linkage(v uintptr) uint32 { return uint32(j.call(fnGetLinkage, v)) }

func (j *job) isLocal(v uintptr) bool {
	l := j.linkage(v)
	return l == linkInternal || l == linkPrivate
}

// planner finds out what stays together.
type planner struct {
	*job
	module  uintptr
	nodes   []node
	number  map[uintptr]int // of a definition, in nodes
	hasUse  bool            // llvm.used names something internal
	hasInit bool            // there are constructors or destructors
}

// node is a definition. Those that stay together are a tree each, of which the root counts.
type node struct {
	value  uintptr
	kind   uint32
	parent int
	copied bool // a constant that goes wherever it is used
	pinned bool // internal, and used by name: it stays as it is
}

// base is the number of the node that stands for the piece of variables.
const base = 0

// plan decides.
func (j *job) plan() (*plan, error) {
	module, err := j.parse()
	if err != nil {
		return nil, err
	}
	if err := j.verify(module); err != nil {
		return nil, err
	}
	if err := j.step("split"); err != nil {
		return nil, err
	}
	var n uintptr
	if at := j.call(fnGetModuleInlineAsm, module, uintptr(unsafe.Pointer(&n))); at != 0 && n != 0 {
		return j.whole(module), nil // its names are not known
	}
	p := &planner{job: j, module: module, number: map[uintptr]int{}, nodes: []node{{}}}
	if !p.collect() {
		return j.whole(module), nil
	}
	p.join()
	out := p.assign()
	if out == nil {
		return j.whole(module), nil
	}
	if _, ok := j.definitions(module); !ok || !irname.Known(j.src.Triple) {
		out.defines = make([][]compiler.Definition, len(out.names)) // it would be guessing
	}
	buf := j.own(fnDisposeMemoryBuffer, j.call(fnWriteBitcode, module))
	out.bitcode = j.bytes(buf)
	return out, nil
}

// whole is the plan of a module that stays whole.
func (j *job) whole(module uintptr) *plan {
	defines, _ := j.definitions(module)
	return &plan{defines: [][]compiler.Definition{defines}}
}

// collect lists the definitions. It is false if the module is to stay whole.
func (p *planner) collect() bool {
	ok, functions := true, 0
	associated := uint32(p.call(fnGetMDKindID, uintptr(unsafe.Pointer(cstring("associated"))), uintptr(len("associated"))))
	add := func(v uintptr) {
		kind := p.kind(v)
		if p.name(v) == "" && p.is(fnIsDeclaration, v) {
			ok = false // it cannot be referred to from elsewhere
		}
		switch p.linkage(v) {
		case linkAppending:
			ok = ok && slices.Contains(lists, p.name(v))
			return
		case linkAvailableExternally:
			return
		}
		if p.is(fnIsDeclaration, v) {
			return
		}
		if kind == kindFunction {
			functions++
		} else if kind == kindVariable && p.hasMetadata(v, associated) {
			ok = false // a section that goes with another
		}
		p.number[v] = len(p.nodes)
		p.nodes = append(p.nodes, node{value: v, kind: kind, parent: len(p.nodes)})
	}
	p.each(fnGetFirstFunction, fnGetNextFunction, p.module, add)
	p.each(fnGetFirstGlobal, fnGetNextGlobal, p.module, add)
	p.each(fnGetFirstAlias, fnGetNextAlias, p.module, add)
	p.each(fnGetFirstIFunc, fnGetNextIFunc, p.module, add)
	return ok && functions > 1
}

// hasMetadata reports whether a global has metadata of a kind.
func (p *planner) hasMetadata(v uintptr, kind uint32) bool {
	var n uintptr
	list := p.call(fnGlobalCopyAllMetadata, v, uintptr(unsafe.Pointer(&n)))
	if list == 0 {
		return false
	}
	defer p.call(fnDisposeValueMetadataEntries, list)
	for i := range n {
		if uint32(p.call(fnValueMetadataEntriesGetKind, list, i)) == kind {
			return true
		}
	}
	return false
}

// root finds the node that stands for all that stays with i.
func (p *planner) root(i int) int {
	for p.nodes[i].parent != i {
		p.nodes[i].parent = p.nodes[p.nodes[i].parent].parent
		i = p.nodes[i].parent
	}
	return i
}

// unite has two nodes stay together; the smaller number is the root.
func (p *planner) unite(a, b int) {
	a, b = p.root(a), p.root(b)
	p.nodes[max(a, b)].parent = min(a, b)
}

// join applies the rules of what stays together.
func (p *planner) join() {
	comdats := map[uintptr]int{}
	for i := 1; i < len(p.nodes); i++ {
		n := &p.nodes[i]
		switch n.kind {
		case kindAlias:
			p.reach(p.call(fnAliasGetAliasee, n.value), func(v int) { p.unite(i, v) })
			continue
		case kindIFunc:
			p.reach(p.call(fnGetIFuncResolver, n.value), func(v int) { p.unite(i, v) })
			continue
		case kindFunction:
			p.joinLabels(i)
		case kindVariable:
			if p.is(fnIsThreadLocal, n.value) && p.isLocal(n.value) {
				p.owners(n.value, func(v int) { p.unite(i, v) })
			}
		}
		if c := p.call(fnGetComdat, n.value); c != 0 {
			if first, ok := comdats[c]; ok {
				p.unite(first, i)
			}
			comdats[c] = i
		}
	}
	p.joinLists()
	if p.hasUse {
		for i := 1; i < len(p.nodes); i++ {
			if p.nodes[i].kind == kindFunction && p.hasAsm(p.nodes[i].value) {
				p.unite(base, i)
			}
		}
	}
	p.joinVariables()
}

// reach calls f for the definitions that a constant refers to.
func (p *planner) reach(v uintptr, f func(n int)) {
	if n, ok := p.number[v]; ok {
		f(n)
		return
	}
	if v == 0 {
		return
	}
	switch p.kind(v) {
	case kindFunction, kindVariable, kindAlias, kindIFunc, kindBlockAddress:
		return
	}
	for i := range max(0, int(int32(p.call(fnGetNumOperands, v)))) {
		p.reach(p.call(fnGetOperand, v, uintptr(i)), f)
	}
}

// owners calls f for the definitions that use a value, be it through constants.
func (p *planner) owners(v uintptr, f func(n int)) {
	for use := p.call(fnGetFirstUse, v); use != 0; use = p.call(fnGetNextUse, use) {
		user := p.call(fnGetUser, use)
		if n, ok := p.number[user]; ok {
			f(n)
			continue
		}
		if p.kind(user) == kindInstruction {
			fn := p.call(fnGetBasicBlockParent, p.call(fnGetInstructionParent, user))
			if n, ok := p.number[fn]; ok {
				f(n)
			}
			continue
		}
		p.owners(user, f)
	}
}

// joinLabels keeps a function together with the functions and data that have addresses of its labels.
func (p *planner) joinLabels(i int) {
	p.each(fnGetFirstBasicBlock, fnGetNextBasicBlock, p.nodes[i].value, func(block uintptr) {
		for use := p.call(fnGetFirstUse, p.call(fnBasicBlockAsValue, block)); use != 0; use = p.call(fnGetNextUse, use) {
			if user := p.call(fnGetUser, use); p.kind(user) == kindBlockAddress {
				p.owners(user, func(v int) { p.unite(i, v) })
			}
		}
	})
}

// lists are the variables that modules add to, of which LLVM knows the meaning.
var lists = []string{"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"}

// joinLists reads the lists that LLVM has special names for. Constructors stay with the
// variables, and what they are for; so does what is internal and used in ways that LLVM
// does not see, which is by name, in assembly.
func (p *planner) joinLists() {
	p.each(fnGetFirstGlobal, fnGetNextGlobal, p.module, func(v uintptr) {
		if p.linkage(v) != linkAppending || p.is(fnIsDeclaration, v) {
			return
		}
		init := p.call(fnGetInitializer, v)
		switch p.name(v) {
		case "llvm.global_ctors", "llvm.global_dtors":
			p.hasInit = p.hasInit || int32(p.call(fnGetNumOperands, init)) > 0
			p.reach(init, func(n int) { p.unite(base, n) })
		case "llvm.used", "llvm.compiler.used":
			p.reach(init, func(n int) {
				if v := p.nodes[n].value; p.isLocal(v) {
					p.hasUse, p.nodes[n].pinned = true, true
					p.unite(base, n)
					p.owners(v, func(n int) { p.unite(base, n) })
				}
			})
		}
	})
}

// hasAsm reports whether a function has assembly in it.
func (p *planner) hasAsm(fn uintptr) (found bool) {
	p.each(fnGetFirstBasicBlock, fnGetNextBasicBlock, fn, func(block uintptr) {
		p.each(fnGetFirstInstruction, fnGetNextInstruction, block, func(in uintptr) {
			for i := range int(int32(p.call(fnGetNumOperands, in))) {
				found = found || p.kind(p.call(fnGetOperand, in, uintptr(i))) == kindInlineAsm
			}
		})
	})
	return found
}

// joinVariables puts variables that stay with no function into the piece for them, but for
// constants that are copied.
func (p *planner) joinVariables() {
	alone := make([]bool, len(p.nodes)) // by root: no function among them
	size := make([]int, len(p.nodes))
	for i := range alone {
		alone[i] = true
	}
	for i := 1; i < len(p.nodes); i++ {
		r := p.root(i)
		size[r]++
		alone[r] = alone[r] && p.nodes[i].kind != kindFunction && p.nodes[i].kind != kindIFunc
	}
	for i := 1; i < len(p.nodes); i++ {
		r := p.root(i)
		switch {
		case r == base || !alone[r]:
		case size[r] == 1 && p.mayCopy(p.nodes[i].value):
			p.nodes[i].copied = true
		default:
			p.unite(base, i)
		}
	}
}

// mayCopy reports whether a variable may be in several places at once.
func (p *planner) mayCopy(v uintptr) bool {
	const globalUnnamed = 2 // LLVMGlobalUnnamedAddr
	return p.kind(v) == kindVariable && p.isLocal(v) && p.is(fnIsGlobalConstant, v) && !p.is(fnIsThreadLocal, v) &&
		uint32(p.call(fnGetUnnamedAddress, v)) == globalUnnamed && p.call(fnGetComdat, v) == 0 &&
		goString(p.call(fnGetSection, v)) == "" && !strings.HasPrefix(p.name(v), "llvm.")
}

// assign numbers the pieces, and gives the definitions names and linkages with which they
// can be apart. It is nil if there is one piece.
func (p *planner) assign() *plan {
	out := &plan{where: map[string]int{}}
	pieces := map[int]int{} // by root
	for i := 1; i < len(p.nodes); i++ {
		if n := &p.nodes[i]; !n.copied {
			if r := p.root(i); r == base {
				out.hasBase = true
			} else if _, ok := pieces[r]; !ok {
				pieces[r] = len(pieces)
			}
		}
	}
	if out.hasBase = out.hasBase || p.hasInit; out.hasBase {
		for r := range pieces {
			pieces[r]++
		}
		pieces[base] = 0
	}
	if len(pieces) < 2 {
		return nil
	}
	out.names, out.defines = make([]string, len(pieces)), make([][]compiler.Definition, len(pieces))
	suffix := p.suffix()
	for i := 1; i < len(p.nodes); i++ {
		n := &p.nodes[i]
		if n.copied {
			continue
		}
		at := pieces[p.root(i)]
		if old := p.name(n.value); out.names[at] == "" && n.kind == kindFunction && !(out.hasBase && at == 0) {
			out.names[at] = p.src.Name + "#" + strings.TrimPrefix(old, "\x01")
		}
		if n.pinned {
			continue
		}
		private := p.private(i, out.hasBase && at == 0)
		name := p.publish(i, suffix)
		out.where[name] = at
		if !private {
			out.defines[at] = append(out.defines[at], p.definition(n.value, name))
		}
	}
	if out.hasBase {
		out.names[0] = p.src.Name + "#"
		p.addAnchor(out, suffix)
	}
	return out
}

// private reports whether a definition has no users but in its own piece.
func (p *planner) private(i int, isBase bool) bool {
	n := &p.nodes[i]
	if isBase || n.kind != kindVariable || !p.isLocal(n.value) {
		return false
	}
	alone := true
	p.owners(n.value, func(user int) { alone = alone && p.root(user) == p.root(i) })
	return alone
}

// suffix is what makes names of this module differ from those of all others.
func (p *planner) suffix() string {
	h := sha256.New()
	h.Write([]byte(p.src.Name + "\x00"))
	h.Write(p.src.Text)
	return "." + hex.EncodeToString(h.Sum(nil)[:8])
}

// publish has a definition be seen from other pieces, and returns its name.
func (p *planner) publish(i int, suffix string) string {
	v := p.nodes[i].value
	name := p.name(v)
	local := p.isLocal(v)
	if name == "" {
		name = fmt.Sprintf("__unnamed.%d", i)
		local = true
	}
	if local {
		name += suffix
		p.setName(v, name)
		p.call(fnSetLinkage, v, linkExternal)
	}
	switch p.linkage(v) {
	case linkOnceAny:
		p.call(fnSetLinkage, v, linkWeakAny)
	case linkOnceODR:
		p.call(fnSetLinkage, v, linkWeakODR)
	}
	const hidden, visible = 1, 0 // LLVMVisibility
	if uint32(p.call(fnGetVisibility, v)) == hidden {
		p.call(fnSetVisibility, v, visible)
	}
	return name
}

func (j *job) setName(v uintptr, name string) {
	j.call(fnSetValueName, v, uintptr(unsafe.Pointer(cstring(name))), uintptr(len(name)))
}

// addAnchor defines a variable to which the other pieces refer, if constructors must run
// before them.
func (p *planner) addAnchor(out *plan, suffix string) {
	if !p.hasInit {
		return
	}
	out.anchor = "__rtdyld_init" + suffix
	i8 := p.call(fnInt8Type, p.context)
	v := p.addVariable(p.module, i8, out.anchor)
	p.call(fnSetInitializer, v, p.call(fnConstNull, i8))
	p.call(fnSetGlobalConstant, v, 1)
	out.where[out.anchor] = 0
	out.defines[0] = append(out.defines[0], p.definition(v, out.anchor))
}

func (j *job) addVariable(module, typ uintptr, name string) uintptr {
	return j.call(fnAddGlobal, module, typ, uintptr(unsafe.Pointer(cstring(name))), 0)
}
