package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// attempt is one input of link -each. It is made by the feeder, handed to a worker
// and, in the order of the inputs, to the goroutine that prints.
type attempt struct {
	name string
	file *os.File             // an object to read, or
	size int64                // of file, bytes
	buf  *objfmt.ObjectBuffer // a member of an archive, or neither if err is set
	done chan struct{}        // closed when what follows is known

	refusal string // what the error says, empty if it was linked
	kind    string // of the error
}

// refuse notes an error as text: an error may view memory that is used again.
func (a *attempt) refuse(err error) {
	a.kind = kindOf(err)
	if e, ok := err.(*fs.PathError); ok && e.Path == a.name {
		err = e.Err
	}
	a.refusal = oneLine(strings.TrimPrefix(err.Error(), texts.Name(a.name)+": "))
}

// close gives up what is not tried.
func (a *attempt) close() {
	if a.file != nil {
		a.file.Close()
	}
	if a.buf != nil {
		a.buf.Close()
	}
}

// linkEach links every object and member by itself, with a linker of its own, on
// opt.j workers. It prints a line for each that is refused, in the order of the
// inputs, the number of each kind of error, and how many were linked. It returns
// how many were refused. The error is that of writing, or of the context.
func linkEach(ctx context.Context, paths []string, opt linkOptions, stdout io.Writer, progress *progress) (refused int, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	j := opt.j
	if j == 0 {
		j = runtime.GOMAXPROCS(0)
	}
	work := make(chan *attempt, 2*j)
	order := make(chan *attempt, 64*j)
	go func() {
		feed(ctx, paths, func(a *attempt) {
			a.done = make(chan struct{})
			order <- a
			work <- a
		})
		close(work)
		close(order)
	}()
	for range j {
		go func() {
			w := newEachWorker(ctx, opt)
			for a := range work {
				w.try(a)
				close(a.done)
			}
		}()
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	kinds := map[string]int{}
	n := 0
	for a := range order {
		<-a.done
		if ctx.Err() != nil {
			continue // to the last that is under way
		}
		n++
		if a.refusal != "" {
			refused++
			kinds[a.kind]++
			progress.clear()
			fmt.Fprintf(out, "%s: %s\n", texts.Name(a.name), a.refusal)
			if progress != nil {
				out.Flush()
			}
		}
		progress.show(n, refused)
	}
	progress.clear()
	if err := ctx.Err(); err != nil {
		return refused, errors.Join(err, out.Flush())
	}
	printKinds(out, kinds)
	fmt.Fprintf(out, "ok %d refused %d of %d\n", n-refused, refused, n)
	return refused, out.Flush()
}

// printKinds prints how often each kind of error occurred, the most frequent first.
func printKinds(w io.Writer, kinds map[string]int) {
	type count struct {
		kind string
		n    int
	}
	var all []count
	for k, n := range kinds {
		all = append(all, count{k, n})
	}
	slices.SortFunc(all, func(a, b count) int { return cmp.Or(b.n-a.n, strings.Compare(a.kind, b.kind)) })
	for _, c := range all {
		fmt.Fprintf(w, "%8d %s\n", c.n, c.kind)
	}
}

// feed makes an attempt for each input: objects are opened, members of archives
// have their bytes.
func feed(ctx context.Context, paths []string, yield func(*attempt)) {
	for _, p := range paths {
		if ctx.Err() != nil {
			return
		}
		f, size, err := openRegular(p)
		if err != nil {
			a := &attempt{name: p}
			a.refuse(err)
			yield(a)
			continue
		}
		var magic [len(ar.Magic)]byte
		n, _ := f.ReadAt(magic[:], 0)
		if s := string(magic[:n]); s != ar.Magic && s != ar.ThinMagic {
			yield(&attempt{name: p, file: f, size: size})
			continue
		}
		f.Close()
		if err := feedMembers(ctx, p, yield); err != nil {
			a := &attempt{name: p}
			a.refuse(err)
			yield(a)
		}
	}
}

// openRegular opens a file that is neither a directory nor something to wait for.
func openRegular(path string) (*os.File, int64, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !st.Mode().IsRegular() {
		return nil, 0, &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	f, err := os.Open(path)
	return f, st.Size(), err
}

// feedMembers makes an attempt for each member of an archive. Members hold the
// archive's memory. The error is the archive's own.
func feedMembers(ctx context.Context, path string, yield func(*attempt)) (err error) {
	// What happens to a file that is mapped (it shrinks, its disk fails) is a fault.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recovered(&err)
	a, err := ar.OpenContext(ctx, path)
	if err != nil {
		return err
	}
	defer a.Close()
	for m, err := range a.Members() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		t := &attempt{name: m.String()}
		if t.buf, err = m.BufferContext(ctx); err != nil {
			t.refuse(err)
		}
		yield(t)
	}
	return nil
}

// eachWorker links objects one after the other, in memory that it uses again.
type eachWorker struct {
	ctx    context.Context
	cfg    rtdyld.Config
	memory sliceMemory
	phony  phony
	tls    staticTLS
	read   []byte
}

const (
	// largestEach is the most memory that an object of link -each may need, in bytes.
	largestEach = min(1<<30, largestImage)
	// largestRead is up to which size objects are read, in bytes; larger ones are mapped.
	largestRead = 64 << 20
)

func newEachWorker(ctx context.Context, opt linkOptions) *eachWorker {
	w := &eachWorker{ctx: ctx, memory: sliceMemory{limit: largestEach}}
	w.cfg = rtdyld.Config{Memory: &w.memory, TLS: &w.tls, Workers: 1, NoRelax: opt.noRelax, ImageBase: opt.defs.imageBase()}
	w.cfg.Wrap = rtdyld.NewWrapping(opt.find.wrapped...)
	opt.phony = true
	w.cfg.Resolver = opt.resolver(opt.defs, &w.phony)
	return w
}

// try links one input. Whatever is wrong with it, the worker goes on.
func (w *eachWorker) try(a *attempt) {
	switch {
	case a.refusal != "":
		return
	case w.ctx.Err() != nil:
		a.close()
		return
	}
	if err := w.openAndLink(a); err != nil {
		a.refuse(err)
	}
}

func (w *eachWorker) openAndLink(a *attempt) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer recovered(&err)
	buf, err := w.open(a)
	if err != nil {
		return err
	}
	return w.link(buf)
}

// open returns the input's bytes.
func (w *eachWorker) open(a *attempt) (*objfmt.ObjectBuffer, error) {
	if a.buf != nil {
		return a.buf, nil
	}
	defer a.file.Close()
	if a.size > largestRead {
		return objfmt.OpenBuffer(a.name)
	}
	if int64(cap(w.read)) < a.size {
		w.read = make([]byte, a.size+a.size/4)
	}
	data := w.read[:a.size]
	if _, err := io.ReadFull(a.file, data); err != nil {
		return nil, &fs.PathError{Op: "read", Path: a.name, Err: err}
	}
	return objfmt.NewBuffer(a.name, data), nil
}

// link links an object, whose buffer it closes.
func (w *eachWorker) link(buf *objfmt.ObjectBuffer) error {
	img, err := objfile.ParseBufferContext(w.ctx, buf)
	if err != nil {
		buf.Close()
		return err
	}
	defer img.Close()
	w.memory.reset()
	w.tls.reset(img.Triple.Arch)
	w.tls.forTarget(img.Triple)
	// A plain value is no function of a library, which PowerPC could not call without a nop behind the call.
	w.phony = phony{memory: &w.memory, kind: rtdyld.Abs, tls: &w.tls}
	l, err := rtdyld.New(w.cfg)
	if err != nil {
		return err
	}
	ctx := w.ctx
	defer l.Close()
	w.phony.linker = l
	objs, err := l.Load(ctx, img)
	switch {
	case err == nil:
	case rtdyld.Relocations(img) == nil:
		arch := img.Triple.Arch.String()
		if img.Triple.Arch == triple.UnknownArch {
			arch = fmt.Sprintf("of machine %d", img.Machine)
		}
		return &targetError{arch, err}
	default:
		return err
	}
	return l.Finalize(ctx, objs...)
}

// panicError is a bug: no input may make the linker panic.
type panicError struct{ value any }

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// errFault is a fault in the memory of a file that is mapped.
var errFault = errors.New("reading it failed: it is shorter than it was, or its disk fails")

// recovered, deferred, makes an error of a panic.
func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case interface{ Addr() uintptr }: // see debug.SetPanicOnFault
		*err = errFault
	default:
		*err = &panicError{r}
	}
}

// oneLine is a text on one line, in which what cannot be printed is written as in Go.
func oneLine(text string) string {
	return texts.Line(strings.ReplaceAll(text, "\n", "; "))
}

// kinds tell errors apart; the first that matches counts.
var kinds = []struct {
	text string
	is   func(error) bool
}{
	{"panic", isA[*panicError]},
	{"cannot be read", isA[*fs.PathError]},
	{"cannot be read", isOf(errFault)},
	{"not an object", isA[*objfile.ForeignError]},
	{"unknown object format", isOf(objfmt.ErrUnknownFormat)},
	{"archive in an archive", isOf(objfmt.ErrArchive)},
	{"malformed", isOf(objfmt.ErrFormat)},
	{"thread-locals", isOf(rtdyld.ErrTLS)},
	{"not supported", isOf(rtdyld.ErrUnsupported)},
	{"not supported", isOf(objfmt.ErrUnsupported)},
	{"duplicate definition", isOf(rtdyld.ErrDuplicate)},
	{"reference into a dropped group", isA[*rtdyld.DroppedError]},
	{"undefined name", isOf(rtdyld.ErrUndefined)},
	{"too large", isA[*memoryError]},
	{"too large", isA[*addressError]},
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func isOf(sentinel error) func(error) bool {
	return func(err error) bool { return errors.Is(err, sentinel) }
}

// kindOf says what kind of error refused an input: relocations by type, what is for
// a target that is not supported by its architecture.
func kindOf(err error) string {
	if e, ok := errors.AsType[*targetError](err); ok {
		return "target " + e.Arch + " not supported"
	}
	if e, ok := errors.AsType[*reloc.RangeError](err); ok {
		return e.Type + " out of range"
	}
	if e, ok := errors.AsType[*rtdyld.RelocError](err); ok && errors.Is(err, rtdyld.ErrUnsupported) {
		return e.Type + " not supported"
	}
	for _, k := range kinds {
		if k.is(err) {
			return k.text
		}
	}
	return "other"
}

// targetError says that there is no linker for an object's target.
type targetError struct {
	Arch string
	Err  error // the linker's
}

func (e *targetError) Error() string { return e.Err.Error() }

// Unwrap returns the linker's error.
func (e *targetError) Unwrap() error { return e.Err }

// progress shows on a terminal how far link -each is. A nil one shows nothing.
type progress struct {
	w     io.Writer
	last  time.Time
	shown bool
}

// progressOn is the progress for a stream that is a terminal, else nil.
func progressOn(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			return &progress{w: w}
		}
	}
	return nil
}

// show prints numbers, five times a second at most.
func (p *progress) show(n, refused int) {
	if p == nil || n%16 != 0 || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last, p.shown = time.Now(), true
	fmt.Fprintf(p.w, "\r%d linked, %d refused", n-refused, refused)
}

// clear takes the numbers away.
func (p *progress) clear() {
	if p != nil && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
