package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/traceback"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/triple"
)

// cannotRun is the status of a program that could not be linked or started.
const cannotRun = 125

// maxLines is how many bytes of input may be read for lines of the source beforehand,
// for a crash in this process. It takes a tenth of a second at most.
const maxLines = 4 << 20

// runRun is "rtdyld run".
func runRun(args []string, stdout, stderr io.Writer) int {
	var progArgs []string
	if i := slices.Index(args, "--"); i >= 0 {
		args, progArgs = args[:i], args[i+1:]
	}
	fs := flag.NewFlagSet("run", flag.ContinueOnError)
	entry := fs.String("entry", "main", "`symbol` to call as int main(int, char **, char **)")
	target := fs.String("triple", "", "`TRIPLE` that the objects are made for, where they do not say it; whether of Windows decides how they are called")
	whole := fs.Bool("whole-archive", false, "load all members of all archives")
	var libs stringList
	fs.Var(&libs, "lib", "shared library `PATH` to search after the process; may be given more than once")
	var apart isolation
	apart.flags(fs)
	var watch watching
	watch.flags(fs)
	const synopsis = "run [-entry SYM] [-triple TRIPLE] [-lib PATH]... [-whole-archive] [-gdb] [-perf[=map|dump]] [-isolated | -executor COMMAND] [LIMIT]... FILE... | @LIST [-- ARG...]"
	if status, done := parseFlags(fs, synopsis, args, stdout, stderr); done {
		return status
	}
	paths, err := expand(fs.Args())
	if err != nil {
		report(stderr, err)
		return cannotRun
	}
	if len(paths) == 0 {
		report(stderr, errNoInput)
		return cannotRun
	}
	if err := cmp.Or(apart.check(*target != ""), watch.check(&apart)); err != nil {
		report(stderr, err)
		return cannotRun
	}
	opt := runOptions{entry: *entry, whole: *whole, libs: libs, args: append(paths[:1:1], progArgs...), isolation: apart, watching: watch}
	if *target != "" {
		if opt.triple, err = triple.Parse(*target); err != nil {
			report(stderr, err)
			return cannotRun
		}
	}
	var status int
	if apart.asked() {
		status, err = runIsolated(paths, opt, stderr)
	} else {
		status, err = run(paths, opt, stderr)
	}
	if err != nil {
		report(stderr, err)
	}
	return status
}

type runOptions struct {
	entry  string
	triple triple.Triple // zero: what the objects say
	whole  bool
	libs   []string
	args   []string

	isolation isolation
	watching  watching
}

// run links the files into this process and calls their main. What the program
// left to be run at its end (destructors, atexit) runs before it returns.
func run(paths []string, opt runOptions, stderr io.Writer) (status int, err error) {
	ctx := context.Background()
	in, err := open(paths, false)
	if err != nil {
		return cannotRun, err
	}
	defer in.close()
	// As in other programs one thread runs constructors, main and destructors:
	// thread-locals have an instance, and destructors, for each.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	imgs, err := in.parseObjects(rtdyld.Workers(0, in.bytes))
	if err != nil {
		return cannotRun, err
	}
	if len(imgs) == 0 {
		if imgs, err = in.collect(ctx, imgs, opt.whole, nil, opt.entry); err != nil {
			return cannotRun, err
		}
	}
	target := opt.triple
	if target == (triple.Triple{}) && len(imgs) > 0 && !imgs[0].Triple.IsELF() {
		target = imgs[0].Triple // ELF files are this system's unless -triple says another
	}
	if target.IsMachO() && opt.entry == "main" {
		opt.entry = "_main"
	}
	p, err := host.Open(host.Options{Libraries: opt.libs, Args: opt.args, Env: os.Environ(), Triple: target})
	if err != nil {
		return cannotRun, err
	}
	defer p.Close()
	if imgs, err = in.collect(ctx, imgs, opt.whole, p.Provides, opt.entry); err != nil {
		return cannotRun, err
	}
	cfg := p.Config()
	names := symbolize.New()
	defer func() { err = explained(err, names) }()
	shown, unshow, err := opt.watching.listeners(0, names, stderr)
	if err != nil {
		return cannotRun, err
	}
	defer unshow()
	// A crash ends this process. Where Go's runtime can tell of loaded code, it does.
	if tb, err := traceback.New(traceback.Options{Lines: in.bytes <= maxLines}); err == nil {
		cfg.Listeners = append(cfg.Listeners, tb)
	}
	cfg.Listeners = append(cfg.Listeners, shown...)
	l, err := rtdyld.New(cfg)
	if err != nil {
		return cannotRun, err
	}
	objs, err := l.Load(ctx, imgs...)
	if err != nil {
		return cannotRun, err
	}
	for _, img := range imgs {
		img.Close() // the linker has its own hold
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return cannotRun, err
	}
	sym, ok := l.Lookup(opt.entry)
	if !ok {
		return cannotRun, fmt.Errorf("no definition of the entry %s", opt.entry)
	}
	// A program that ran has its status, even if some of its output was lost.
	var lost *host.StdioError
	status, err = host.RunMain(ctx, p.Caller(), sym.Addr, opt.args, os.Environ())
	if err != nil && !errors.As(err, &lost) {
		return cannotRun, err
	}
	return status, errors.Join(err, l.Unload(ctx, objs...), host.FlushStdio())
}
