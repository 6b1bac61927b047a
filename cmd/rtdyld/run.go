package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/cmd/internal/interrupt"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/crash"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/triple"
)

// cannotRun is the status of a program that could not be linked or started.
const cannotRun = 125

// maxLines is how many bytes of input may be read for lines of the source beforehand,
// for a crash in this process that Go's runtime tells. It takes a tenth of a second at most.
const maxLines = 4 << 20

var runCommand = command{
	name:     "run",
	operands: []string{"FILE... | @LIST [-- ARG...]"},
	summary:  "load objects, archives and sources and call main",
	about: `Sources are compiled first, if there is a compiler: of C, C++, assembly and LLVM's IR, by their names or -x. - is the standard input: an object, an archive, IR, or C unless -x says another language; the program finds nothing there then. GNU ld's scripts count as what they name, shared libraries as -lib. Images that link -image has written are mapped as they are, and objects are loaded on top of them; the shared libraries that an image was linked with are opened, too, and have to be the same still.

They run in this process, or with -isolated in one of their own, where a crash is told and is a status; -memory, -cpu, -timeout and the others that say so limit it. With -executor they run where COMMAND starts an executor: on another processor, under qemu.

Archives give the members that are needed, wherever they stand; what they define wins over the process. Names that are open are searched in the process, then in the libraries of -lib. @LIST is a file with a name a line.

Built with the tag rtdyld_static and CGO_ENABLED=0 the command is linked statically and brings musl's C library along, embedded or as the archive of rtdyld libc that RTDYLD_LIBC names: it runs on any Linux, and opens no shared libraries but -l m and others that musl's is.`,
	examples: []example{
		{"rtdyld run hello.c", "compile it and call main"},
		{"rtdyld run -lib libm.so.6 scene.o -- 80 24", "call main(3, {\"scene.o\", \"80\", \"24\"})"},
		{"rtdyld run image.so -- 80 24", "map what rtdyld link -image image.so has linked, and call its main"},
		{"rtdyld run main.o -L build -l mine -l m", "with build/libmine.a and the C library's mathematics"},
		{"clang -O2 -c -o - x.c | rtdyld run -", "an object from the standard input"},
		{"rtdyld run -isolated -timeout 5s -memory 256M a.o", "in a process of its own, within limits"},
		{`rtdyld run -executor "qemu-aarch64 -L /usr/aarch64-linux-gnu rtdyld-executor" arm64.o`, "code of another processor; rtdyld-executor is built with GOARCH=arm64 CGO_ENABLED=0"},
		{"gdb -ex 'handle SIGURG nostop noprint' --args rtdyld run -gdb a.o", "in a debugger"},
		{"perf record rtdyld run -perf a.o; perf report", "in a profile, by symbols"},
		{"perf record -k mono rtdyld run -perf=dump a.o; perf inject -j -i perf.data -o jit.data; perf report -i jit.data", "in a profile, by lines"},
	},
	dashes: true,
	cleans: true,
	setup:  runSetup,
}

// runSetup defines the options of run.
func runSetup(fs *flag.FlagSet) func(call) int {
	entry := fs.String("entry", "main", "`SYM` to call as int main(int, char **, char **)")
	argv0 := fs.String("argv0", "", "`NAME` that the program has as its own, argv[0]; without it the first file")
	target := fs.String("triple", "", "`TRIPLE` that the objects are made for, where they do not say it; whether of Windows decides how they are called")
	whole := fs.Bool("whole-archive", false, "load all members of all archives")
	export := fs.Bool("export-dynamic", false, "shared libraries that the program opens are bound to names of the objects, too, and dlsym finds these, as in a program that was linked with -rdynamic")
	var libs stringList
	fs.Var(&libs, "lib", "shared library `PATH` to search after the process, as a program has it that was linked with it: libraries that are opened later see its names, too; may be given more than once")
	mapFile := fs.String("map", "", "write the link map to `FILE` before main is called, as JSON if its name ends in .json; external names have the library that gave them")
	locals := fs.Bool("v", false, "local symbols are in the map, too")
	var html page
	html.flags(fs, " before main is called, and again at the end, with what failed")
	var down recording
	down.flags(fs)
	var find finding
	find.flags(fs, ": shared libraries are searched as those of -lib, archives give the members that are needed")
	var compile sources
	compile.flags(fs)
	var apart isolation
	apart.flags(fs)
	var watch watching
	watch.flags(fs)
	return func(c call) int {
		opt := runOptions{entry: *entry, whole: *whole, export: *export, libs: libs, isolation: apart, watching: watch, find: find, sources: compile, mapFile: *mapFile, locals: *locals, page: &html, record: &down, inMain: new(atomic.Bool), stack: new(stackWish)}
		opt.sources.stderr = c.stderr
		opt.args = []string{*argv0}
		status, err := runFiles(c, &opt, *target)
		if err != nil {
			c.report(err)
		}
		return status
	}
}

// runFiles runs what a command line names.
func runFiles(c call, opt *runOptions, target string) (status int, err error) {
	paths, err := expand(c.args)
	if err != nil {
		return cannotRun, err
	}
	if len(paths) == 0 {
		return cannotRun, errNoInput
	}
	if err := cmp.Or(opt.isolation.check(target != ""), opt.watching.check(&opt.isolation)); err != nil {
		return cannotRun, err
	}
	switch {
	case opt.export && isStatic:
		return cannotRun, errors.New("-export-dynamic: this command opens no shared libraries")
	case opt.export && opt.isolation.asked():
		return cannotRun, errors.New("-export-dynamic is for this process alone")
	}
	opt.args = append(opt.args, c.rest...)
	opt.args[0] = cmp.Or(opt.args[0], paths[0])
	if err := opt.page.begin(c.ctx, "run", &c, paths); err != nil {
		return cannotRun, err
	}
	if target != "" {
		if opt.triple, err = triple.Parse(target); err != nil {
			return cannotRun, err
		}
	}
	if opt.isolation.asked() {
		status, err = runIsolated(c, paths, *opt)
	} else {
		status, err = run(c, paths, *opt)
	}
	if err != nil && opt.page.done == nil { // before there was anything to load
		err = cmp.Or(err, opt.page.end(c.ctx, &inputs{}, nil, err))
	}
	return status, err
}

type runOptions struct {
	entry   string
	triple  triple.Triple // zero: what the objects say
	whole   bool
	export  bool // names of objects are seen by libraries that are opened later
	libs    []string
	needed  []string // libraries that images are bound to
	threads uint64   // bytes of each thread that objects want, where they run in another process
	args    []string // the program's, its name in front

	mapFile string // for the link map, "" for none
	locals  bool   // are in it
	page    *page
	record  *recording
	inMain  *atomic.Bool // the goroutine that all this belongs to is in main
	stack   *stackWish

	find      finding
	sources   sources
	isolation isolation
	watching  watching
}

// open opens the inputs; libraries among them join those of -lib.
func (opt *runOptions) open(ctx context.Context, paths []string) (*inputs, error) {
	in := &inputs{find: opt.find, sources: opt.sources, runs: true, shares: true, alone: isStatic && opt.isolation.command == "", why: opt.mapFile != "" || opt.page.file != ""}
	in.sources.foreign = opt.isolation.command != ""
	if err := in.openAll(ctx, paths); err != nil {
		var path *fs.PathError
		if errors.As(err, &path) && errors.Is(err, fs.ErrNotExist) && len(opt.args) == 1 && slices.Contains(paths[1:], path.Path) {
			err = fmt.Errorf("%w (arguments of the program stand behind --)", err)
		}
		return nil, err
	}
	opt.libs = append(opt.libs[:len(opt.libs):len(opt.libs)], in.shared...)
	for _, img := range in.linked {
		for _, lib := range img.Libraries() {
			opt.needed = append(opt.needed, lib.Name)
		}
	}
	return in, nil
}

// writeMap writes the map, and the page, of what is linked; origins finds out where names are from.
func (opt *runOptions) writeMap(ctx context.Context, l *rtdyld.Linker, objs []*rtdyld.Object, in *inputs, external *recorder, origins func() func(name string, addr uint64) string) error {
	if opt.mapFile == "" && opt.page.file == "" {
		return nil
	}
	external.origin = origins()
	err := opt.page.collect(ctx, in, nil, l, external, nil)
	if err == nil {
		err = opt.page.write(ctx, nil) // main may end the process
	}
	if err != nil || opt.mapFile == "" {
		return err
	}
	m, err := makeMap(ctx, l, objs, in.reasons, external)
	if err != nil {
		return err
	}
	m.locals = opt.locals
	return m.writeFile(ctx, opt.mapFile)
}

// own is an initializer before whose first constructor signals become the program's own.
type own struct {
	rtdyld.Initializer
	signals *interrupt.Signals
}

// Init implements [rtdyld.Initializer].
func (o own) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	if err := o.signals.Release(); err != nil {
		return err
	}
	return o.Initializer.Init(ctx, objs, funcs)
}

// isNative reports whether a target is this system's: the process gives it no name that archives define.
func isNative(target triple.Triple) bool {
	return target.IsZero() || target.OS == triple.Linux
}

// gather parses the objects and adds members of archives to those that are for this system. What they are for is zero for that, unless -triple says it. The command may start itself once more.
func (opt *runOptions) gather(c *call, in *inputs) (imgs []*objfmt.ObjectImage, target triple.Triple, err error) {
	if imgs, err = in.parseObjects(c.ctx, workers.Count(0, in.bytes)); err != nil {
		return nil, target, err
	}
	opt.page.clock.lap("parse")
	if target = opt.triple; target.IsZero() {
		if t := in.firstTriple(c.ctx, imgs); !t.IsELF() {
			target = t // ELF files are this system's unless -triple says another
		}
	}
	if target.IsMachO() && opt.entry == "main" {
		opt.entry = "_main"
	}
	if isNative(target) {
		if imgs, err = in.collect(c.ctx, imgs, opt.whole, nil, opt.entry); err == nil {
			c.restart(opt.threadLocals(in, imgs), in.typed)
		}
	}
	return imgs, target, err
}

// warn tells what objects want and do not get here, before they are loaded.
func (opt *runOptions) warn(imgs []*objfmt.ObjectImage, stderr io.Writer) {
	if err := opt.stack.look(imgs); err != nil {
		report(stderr, err)
	}
}

// run links the files into this process and calls their main. What the program
// left to be run at its end (destructors, atexit) runs before it returns.
func run(c call, paths []string, opt runOptions) (status int, err error) {
	ctx := c.ctx
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // what links leaves little garbage, and a small program ends sooner than the collector begins
	in, err := opt.open(ctx, paths)
	if err != nil {
		return cannotRun, err
	}
	defer in.close()
	// As in other programs one thread runs constructors, main and destructors:
	// thread-locals have an instance, and destructors, for each.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	imgs, target, err := opt.gather(&c, in)
	if err != nil {
		return cannotRun, err
	}
	names := symbolize.NewLimited(explainLimits(ctx))
	told := false // crashes are
	p, err := openProcess(ctx, &opt, target, func() {
		if c.watches {
			told = opt.crashes(ctx, names, c.stderr)
			emulated := crash.EmulateTrampolines() == nil
			opt.stack.emulated = func(*objfmt.ObjectImage) bool { return emulated }
		}
	})
	if err != nil {
		return cannotRun, err
	}
	defer p.leave()
	if !isNative(target) {
		if imgs, err = in.collect(ctx, imgs, opt.whole, p.Provides, opt.entry); err != nil {
			return cannotRun, err
		}
	}
	opt.page.clock.lap("collect")
	opt.warn(imgs, c.stderr)
	cfg := p.LinkerConfig()
	defer closeImages(imgs) // the linker has its own hold
	defer func() {
		err = undefined(ctx, explained(err, names), in, imgs, paths)
		err = cmp.Or(err, opt.page.end(ctx, in, imgs, err))
	}()
	shown, unshow, err := opt.watching.listeners(0, names, c.stderr)
	if err != nil {
		return cannotRun, err
	}
	defer unshow()
	// What tells of crashes finds lines itself, and frames by this. Where it is Go's runtime that tells, it has lines alone that are read before; images have none.
	if opt.watching.traceback {
		if tb, err := traceback.New(traceback.Config{Lines: !told && in.bytes > 0 && in.bytes <= maxLines}); err == nil {
			cfg.Listeners = append(cfg.Listeners, tb)
		}
	}
	cfg.Listeners = append(cfg.Listeners, shown...)
	cfg.Wrap = rtdyld.NewWrapping(in.find.wrapped...)
	opt.page.listen(&cfg)
	cfg.Initializer = own{cfg.Initializer, c.signals}
	if err := opt.record.begin(&cfg); err != nil {
		return cannotRun, err
	}
	defer func() { err = opt.record.end(err) }()
	external := externalsOf(&cfg)
	cfg.Initializer = allocating{cfg.Initializer, external, c.stderr, allocators}
	l, err := rtdyld.New(cfg)
	if err != nil {
		return cannotRun, err
	}
	objs, err := in.load(ctx, l, imgs)
	opt.page.clock.lap("link")
	if err != nil {
		return cannotRun, cmp.Or(opt.page.collect(ctx, in, imgs, l, external, err), err)
	}
	if err := opt.writeMap(ctx, l, objs, in, external, p.origin); err != nil {
		return cannotRun, err
	}
	return opt.call(ctx, &c, p, l, objs)
}

// call calls main of objects that are linked, and their destructors, and unloads them if no thread may be in their code.
func (opt *runOptions) call(ctx context.Context, c *call, p *process, l *rtdyld.Linker, objs []*rtdyld.Object) (status int, err error) {
	sym, err := entryOf(l, objs, opt.entry)
	if err != nil {
		return cannotRun, err
	}
	if err := c.signals.Release(); err != nil {
		return cannotRun, err
	}
	// A program that ran has its status, even if some of its output was lost.
	var lost *stdioError
	opt.inMain.Store(true)
	status, err = p.main(ctx, sym.Addr, opt.args)
	opt.inMain.Store(false)
	opt.page.clock.lap("run")
	if err != nil && !errors.As(err, &lost) {
		return cannotRun, err
	}
	end := l.Destruct
	if p.alone() {
		end = l.Unload
	}
	return status, errors.Join(err, end(ctx, objs...), p.flushStdio())
}

// entryOf finds the function that a program begins with. Where -fvisibility=hidden has hidden it, its
// own objects find it, as the system's linker does in a program.
func entryOf(l *rtdyld.Linker, objs []*rtdyld.Object, name string) (rtdyld.Symbol, error) {
	sym, err := l.Lookup(name)
	for _, o := range objs {
		if err == nil {
			return sym, nil
		}
		sym, err = o.Lookup(name)
	}
	if err != nil {
		return sym, fmt.Errorf("no definition of the entry %s", name)
	}
	return sym, nil
}
