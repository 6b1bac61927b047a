package llvm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Compiler compiles by a libLLVM. It may be used concurrently and needs no closing.
type Compiler struct {
	lib *library
	cfg Config
	cpu string // with Native resolved

	features string
}

// New opens the library. Errors are *[LibraryError], or tell what is wrong with cfg.
func New(cfg Config) (*Compiler, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	lib, err := openLibrary(cfg.Library)
	if err != nil {
		return nil, err
	}
	c := &Compiler{lib: lib, cfg: cfg, cpu: cfg.CPU, features: cfg.Features}
	if cfg.CPU == Native {
		c.cpu = lib.message(lib.call(fnGetHostCPUName))
		c.features = lib.message(lib.call(fnGetHostCPUFeatures))
		if cfg.Features != "" {
			c.features += "," + cfg.Features
		}
	}
	return c, nil
}

// Library is the file of the library that is used.
func (c *Compiler) Library() string { return c.lib.path }

// Version tells the library from others: its version if it tells one, its file's name, size
// and time.
func (c *Compiler) Version() string { return c.lib.version }

// Compile implements [compiler.Compiler]. The object is for the source's triple; for that in
// the module's own text where the source has none, and for this system if neither has. When
// ctx ends it returns at once; the work in LLVM, which cannot be stopped, goes on to the end of
// its stage and is then given up. Errors are *[Error].
func (c *Compiler) Compile(ctx context.Context, src compiler.Source) (*objfmt.ObjectBuffer, error) {
	var obj []byte
	var diags []compiler.Diagnostic
	err := c.lib.run(ctx, &src, func(j *job) (err error) {
		obj, err = c.compile(j)
		diags = j.diags
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(diags) > 0 && c.cfg.Report != nil {
		c.cfg.Report(src, diags)
	}
	return objfmt.NewBuffer(src.Name, obj), nil
}

// compile is what a job for an object does.
func (c *Compiler) compile(j *job) ([]byte, error) {
	module, err := j.parse()
	if err != nil {
		return nil, err
	}
	machine, err := c.machine(j)
	if err != nil {
		return nil, err
	}
	j.call(fnSetTarget, module, uintptr(unsafe.Pointer(cstring(j.src.Triple.LLVM()))))
	layout := j.own(fnDisposeTargetData, j.call(fnCreateTargetDataLayout, machine))
	j.call(fnSetModuleDataLayout, module, layout)
	if err := j.verify(module); err != nil {
		return nil, err
	}
	if err := j.step("optimize"); err != nil {
		return nil, err
	}
	if err := j.passes(module, machine, c.cfg.pipeline()); err != nil {
		return nil, err
	}
	if err := j.step("generate"); err != nil {
		return nil, err
	}
	const objectFile = 1 // LLVMObjectFile
	var msg, buf uintptr
	bad := j.is(fnEmitToMemoryBuffer, machine, module, objectFile, uintptr(unsafe.Pointer(&msg)), uintptr(unsafe.Pointer(&buf)))
	text := j.message(msg)
	if buf != 0 {
		j.own(fnDisposeMemoryBuffer, buf)
	}
	if bad || j.failed() {
		return nil, j.fail(text)
	}
	return j.bytes(buf), nil
}

// bytes copies what is in a buffer of LLVM's.
func (j *job) bytes(buf uintptr) []byte {
	return bytes.Clone(view(j.call(fnGetBufferStart, buf), int(j.call(fnGetBufferSize, buf))))
}

// machine makes the code generator for the source's target.
func (c *Compiler) machine(j *job) (uintptr, error) {
	if err := j.step("target"); err != nil {
		return 0, err
	}
	t := j.src.Triple
	if err := t.Validate(); err != nil {
		return 0, fmt.Errorf("llvm: %s: %w", j.src.Name, err)
	}
	if c.cfg.CPU == Native && t.Arch != triple.Host().Arch {
		return 0, &Error{Source: j.src.Name, Stage: "target", Message: fmt.Sprintf("processor %q is not of %s", Native, t), Err: objfmt.ErrUnsupported}
	}
	target, err := j.target(t)
	if err != nil {
		return 0, &Error{Source: j.src.Name, Stage: "target", Message: fmt.Sprintf("%s: %v", t.LLVM(), err), Err: objfmt.ErrUnsupported}
	}
	machine := j.call(fnCreateTargetMachine, target, uintptr(unsafe.Pointer(cstring(t.LLVM()))),
		uintptr(unsafe.Pointer(cstring(c.cpu))), uintptr(unsafe.Pointer(cstring(c.features))),
		levels[c.cfg.Level].codegen, c.cfg.Reloc.number(), uintptr(c.cfg.CodeModel))
	if machine == 0 {
		return 0, &Error{Source: j.src.Name, Stage: "target", Message: fmt.Sprintf("no code generator for %s", t.LLVM()), Err: objfmt.ErrUnsupported}
	}
	return j.own(fnDisposeTargetMachine, machine), nil
}

// passes runs a pipeline over a module; machine may be 0.
func (j *job) passes(module, machine uintptr, pipeline string) error {
	options := j.own(fnDisposePassBuilderOptions, j.call(fnCreatePassBuilderOptions))
	e := j.call(fnRunPasses, module, uintptr(unsafe.Pointer(cstring(pipeline))), machine, options)
	if e != 0 {
		text := j.call(fnGetErrorMessage, e) // which takes e
		msg := goString(text)
		j.call(fnDisposeErrorMessage, text)
		return j.fail(msg)
	}
	if j.failed() {
		return j.fail("")
	}
	return nil
}

// Signature implements [compiler.Compiler].
func (c *Compiler) Signature(src compiler.Source) compiler.Signature {
	s := compiler.Signature{
		Source: sha256.Sum256(src.Text), Name: src.Name, Path: src.Path, Time: src.Time, Compiler: "llvm", Version: c.lib.version,
		Flags: c.cfg.flags(c.cpu, c.features),
	}
	if !src.Triple.IsZero() {
		s.Triple = src.Triple.String()
	} else {
		s.Flags = append(s.Flags, "host="+triple.Host().String()) // where the text does not say
	}
	return s
}

// Linkages (LLVMLinkage).
const (
	linkExternal            = 0
	linkAvailableExternally = 1
	linkOnceAny             = 2
	linkOnceODR             = 3
	linkWeakAny             = 5
	linkWeakODR             = 6
	linkAppending           = 7
	linkInternal            = 8
	linkPrivate             = 9
	linkExternalWeak        = 12
	linkCommon              = 14
)

// Calling conventions of 32-bit Windows (LLVMCallConv).
const (
	callStdcall    = 64
	callFastcall   = 65
	callVectorcall = 80
)

// Defines implements [compiler.Compiler]: it reads the module, of bitcode without the
// bodies of functions, and lists what other modules see. Definitions that an optimizer may
// drop (linkonce) are left out: every module that uses one has its own. It is not known for
// modules with assembly, whose names it does not tell, or where a name depends on types.
func (c *Compiler) Defines(ctx context.Context, src compiler.Source) (names []string, ok bool, err error) {
	if !irname.Known(src.Triple) {
		return nil, false, ended(ctx, &src)
	}
	err = c.lib.run(ctx, &src, func(j *job) error {
		module, err := j.open()
		if err == nil && irname.Known(j.src.Triple) {
			var defines []compiler.Definition
			if defines, ok = j.definitions(module); ok {
				for _, d := range defines {
					names = append(names, d.Name)
				}
			}
		}
		return err
	})
	if err != nil || !ok {
		return nil, false, err
	}
	return names, true, nil
}

// ended is the error of a context that has ended.
func ended(ctx context.Context, src *compiler.Source) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("llvm: %s: %w", src.Name, context.Cause(ctx))
}

// isBitcode reports whether the bytes are bitcode, with or without a wrapper.
func isBitcode(b []byte) bool {
	return bytes.HasPrefix(b, []byte("BC\xc0\xde")) || bytes.HasPrefix(b, []byte("\xde\xc0\x17\x0b"))
}

// open is parse that leaves the bodies of functions in bitcode where they are.
func (j *job) open() (module uintptr, err error) {
	if !isBitcode(j.src.Text) {
		return j.parse()
	}
	if err := j.step("parse"); err != nil {
		return 0, err
	}
	if module, err = j.openBitcode(j.src.Text); err != nil {
		return 0, err
	}
	return module, j.checkTriple(module)
}

// openBitcode makes a module whose functions are read when they are needed.
func (j *job) openBitcode(b []byte) (module uintptr, err error) {
	buf := j.buffer(b)
	if j.is(fnGetBitcodeModule, j.context, buf, uintptr(unsafe.Pointer(&module))) {
		j.call(fnDisposeMemoryBuffer, buf) // which is the module's only if there is one
		return 0, j.fail("bitcode that cannot be read")
	}
	return j.own(fnDisposeModule, module), nil
}

// name is a value's.
func (j *job) name(value uintptr) string {
	var n uintptr
	at := j.call(fnGetValueName, value, uintptr(unsafe.Pointer(&n)))
	return string(view(at, int(n)))
}

// each calls f for the values of a list of the module.
func (j *job) each(first, next fn, module uintptr, f func(value uintptr)) {
	for v := j.call(first, module); v != 0; {
		after := j.call(next, v)
		f(v)
		v = after
	}
}

// definition describes a definition whose name in the module is name.
func (j *job) definition(v uintptr, name string) compiler.Definition {
	d := compiler.Definition{Name: irname.Symbol(j.src.Triple, name)}
	switch j.call(fnGetLinkage, v) & 0xff {
	case linkOnceAny, linkOnceODR, linkWeakAny, linkWeakODR:
		d.Weak = true
	}
	switch uint32(j.call(fnGetValueKind, v)) {
	case kindFunction:
		d.Function = true
	case kindAlias:
		d.Function = j.isFunctionType(j.call(fnGlobalGetValueType, v))
	}
	return d
}

// isFunctionType reports whether a type is that of functions.
func (j *job) isFunctionType(typ uintptr) bool {
	const function = 9 // LLVMFunctionTypeKind
	return uint32(j.call(fnGetTypeKind, typ)) == function
}

// definitions lists the symbols that the module's object will define for others. It is false
// if they are not known.
func (j *job) definitions(module uintptr) (all []compiler.Definition, ok bool) {
	var n uintptr
	if at := j.call(fnGetModuleInlineAsm, module, uintptr(unsafe.Pointer(&n))); at != 0 && n != 0 {
		return nil, false
	}
	t := j.src.Triple
	all, ok = []compiler.Definition{}, true
	add := func(v uintptr) {
		if j.is(fnIsDeclaration, v) {
			return
		}
		switch j.call(fnGetLinkage, v) & 0xff {
		case linkPrivate, linkInternal, linkAvailableExternally, linkAppending, linkOnceAny, linkOnceODR, linkExternalWeak:
			return
		}
		name := j.name(v)
		if strings.HasPrefix(name, "llvm.") {
			return
		}
		if name == "" || j.is(fnIsThreadLocal, v) && irname.EmulatesTLS(t) {
			ok = false
		}
		all = append(all, j.definition(v, name))
	}
	j.each(fnGetFirstFunction, fnGetNextFunction, module, func(v uintptr) {
		before := len(all)
		add(v)
		if len(all) > before && irname.Decorates(t) {
			switch j.call(fnGetFunctionCallConv, v) {
			case callStdcall, callFastcall, callVectorcall:
				ok = false
			}
		}
	})
	j.each(fnGetFirstGlobal, fnGetNextGlobal, module, add)
	j.each(fnGetFirstAlias, fnGetNextAlias, module, add)
	j.each(fnGetFirstIFunc, fnGetNextIFunc, module, add)
	if !ok {
		return nil, false
	}
	return all, true
}

var (
	_ compiler.Compiler = (*Compiler)(nil)
	_ compiler.Splitter = (*Compiler)(nil)
)
