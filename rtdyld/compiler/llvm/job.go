package llvm

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
	"github.com/go-rtdyld/rtdyld/triple"
)

// job is one use of LLVM: a context and all that was made in it. It belongs to one
// goroutine.
type job struct {
	*library
	ctx     context.Context
	src     *compiler.Source
	stage   string
	context uintptr
	key     uintptr // by which the diagnostic handler finds the job
	diags   []compiler.Diagnostic
	owned   []owned // what is to be disposed of, before the context
}

type owned struct {
	by    fn
	value uintptr
}

// fatal is a fatal error on its way out of LLVM.
type fatal struct{ reason string }

// jobs by their keys.
var (
	jobs    sync.Map
	jobKeys atomic.Uintptr
)

// diagnose is told by LLVM of something about the job whose key it has.
func diagnose(info, key uintptr) {
	v, ok := jobs.Load(key)
	if !ok {
		return
	}
	j := v.(*job)
	text := strings.TrimSpace(j.message(j.call(fnGetDiagInfoDescription, info)))
	switch uint32(j.call(fnGetDiagInfoSeverity, info)) { // LLVMDiagnosticSeverity
	case 0:
		j.note(compiler.SeverityError, text)
	case 1:
		j.note(compiler.SeverityWarning, text)
	case 3:
		j.note(compiler.SeverityNote, text)
	} // remarks tell what passes do, of every function
}

// note keeps a diagnostic. If its text begins with a place, FILE:LINE:COLUMN, that is what
// it is of: of the assembly in the module, or of the program that the module was made from.
func (j *job) note(severity compiler.Severity, text string) {
	first, _, _ := strings.Cut(text, "\n")
	d := compiler.Diagnostic{File: j.src.Name, Severity: severity, Message: first}
	if place, rest, ok := strings.Cut(first, ": "); ok {
		if ds := compiler.ParseDiagnostics(place + ": error: " + rest); len(ds) == 1 && ds[0].Line > 0 {
			d.File, d.Line, d.Column, d.Message = ds[0].File, ds[0].Line, ds[0].Column, rest
			for _, s := range []string{"error: ", "warning: ", "note: "} {
				d.Message = strings.TrimPrefix(d.Message, s)
			}
		}
	}
	j.diags = append(j.diags, d)
}

// run does a job to its end, or leaves it when ctx ends: then it ends by itself, at the
// next step. src must not be changed until run returns; then it is not used.
func (l *library) run(ctx context.Context, src *compiler.Source, f func(j *job) error) error {
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("llvm: %s: %w", src.Name, err)
	}
	l.jobs.Add(1)
	own := *src
	if ctx.Done() == nil {
		defer l.jobs.Add(-1)
		return l.do(ctx, &own, f)
	}
	own.Text = bytes.Clone(src.Text)
	done := make(chan error, 1)
	go func() {
		defer l.jobs.Add(-1)
		done <- l.do(ctx, &own, f)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("llvm: %s: %w", src.Name, context.Cause(ctx))
	}
}

// do does a job and disposes of all that it made. After a fatal error nothing of that can
// be touched.
func (l *library) do(ctx context.Context, src *compiler.Source, f func(j *job) error) (err error) {
	if l.single {
		l.serial.Lock()
		defer l.serial.Unlock()
	}
	j := &job{library: l, ctx: ctx, src: src, key: jobKeys.Add(1)}
	jobs.Store(j.key, j)
	defer jobs.Delete(j.key)
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(*fatal)
			if !ok {
				panic(r)
			}
			err = &Error{Source: src.Name, Stage: j.stage, Diagnostics: j.diags, Message: reason.reason, Fatal: true}
		}
	}()
	j.context = j.call(fnContextCreate)
	j.call(fnContextSetDiagnosticHandler, j.context, diagnosticHandler(), j.key)
	err = f(j)
	for i := len(j.owned) - 1; i >= 0; i-- {
		j.call(j.owned[i].by, j.owned[i].value)
	}
	j.call(fnContextDispose, j.context)
	return err
}

// own has a value disposed of at the end.
func (j *job) own(by fn, value uintptr) uintptr {
	j.owned = append(j.owned, owned{by, value})
	return value
}

// disown leaves a value to somebody else.
func (j *job) disown(value uintptr) {
	for i := range j.owned {
		if j.owned[i].value == value {
			j.owned = append(j.owned[:i], j.owned[i+1:]...)
			return
		}
	}
}

// step begins a stage; the job ends here if nobody waits for it any more.
func (j *job) step(stage string) error {
	j.stage = stage
	if j.ctx.Err() != nil {
		return fmt.Errorf("llvm: %s: %w", j.src.Name, context.Cause(j.ctx))
	}
	return nil
}

// fail is the error of the stage: what LLVM has told, or else message.
func (j *job) fail(message string) error {
	return &Error{Source: j.src.Name, Stage: j.stage, Diagnostics: j.diags, Message: strings.TrimSpace(message)}
}

// failed reports whether LLVM has told of an error.
func (j *job) failed() bool {
	for i := range j.diags {
		if j.diags[i].Severity == compiler.SeverityError {
			return true
		}
	}
	return false
}

// buffer copies bytes into LLVM's memory, with a NUL behind them.
func (j *job) buffer(b []byte) uintptr {
	p := unsafe.SliceData(b)
	if len(b) == 0 {
		p = new(byte)
	}
	return j.call(fnCreateMemoryBufferCopy, uintptr(unsafe.Pointer(p)), uintptr(len(b)), uintptr(unsafe.Pointer(cstring(clean(j.src.Name)))))
}

// clean makes a name fit for C.
func clean(name string) string { return strings.ReplaceAll(name, "\x00", "_") }

// parse makes a module of the source.
func (j *job) parse() (module uintptr, err error) {
	if err := j.step("parse"); err != nil {
		return 0, err
	}
	buf := j.buffer(j.src.Text)
	var msg uintptr
	var bad bool
	if j.addr[fnParseIR] != 0 { // which disposes of the buffer
		bad = j.is(fnParseIR, j.context, buf, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&msg)))
	} else {
		bad = j.is(fnParseIR2, j.context, buf, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&msg)))
		j.call(fnDisposeMemoryBuffer, buf)
	}
	text := j.message(msg)
	if bad {
		for _, d := range compiler.ParseDiagnostics(text) {
			if d.File == "" {
				d.File = j.src.Name
			}
			j.diags = append(j.diags, d)
		}
		return 0, j.fail(text)
	}
	j.own(fnDisposeModule, module)
	return module, j.checkTriple(module)
}

// checkTriple refuses a module that says it is for something else than the source's triple. A source
// without one has the module's, or else this system's.
func (j *job) checkTriple(module uintptr) error {
	text := goString(j.call(fnGetTarget, module))
	want := j.src.Triple
	none := want.IsZero()
	if text == "" {
		j.src.Triple = cmp.Or(want, triple.Host())
		return nil
	}
	t, err := triple.Parse(text)
	switch {
	case err != nil && none:
		return &Error{Source: j.src.Name, Stage: "target", Message: err.Error(), Err: objfmt.ErrUnsupported}
	case err != nil:
		return nil // a word that only LLVM knows, and that is replaced
	case none:
		j.src.Triple = t
		return nil
	}
	if !irname.Fits(t, want) {
		return targetError(j.src, t)
	}
	return nil
}

// verify refuses a module that breaks the rules of the language.
func (j *job) verify(module uintptr) error {
	if err := j.step("verify"); err != nil {
		return err
	}
	const returnStatus = 2 // LLVMReturnStatusAction
	var msg uintptr
	bad := j.is(fnVerifyModule, module, returnStatus, uintptr(unsafe.Pointer(&msg)))
	text := j.message(msg)
	if bad {
		return j.fail(text)
	}
	return nil
}
