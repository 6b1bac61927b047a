package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// timedOut is the status of a program that was ended because its time was over, as
// timeout(1) has it; signalled plus a signal that of one that it ended, as shells have it.
const (
	timedOut  = 124
	signalled = 128
)

// isolation says in what process, and within which limits, a program runs.
type isolation struct {
	here    bool   // in a process of this command
	command string // of another executor
	memory  size
	limits  remote.Limits
	timeout time.Duration
	strict  bool
}

// size is a number of bytes as an option has it.
type size uint64

func (s *size) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Set implements flag.Value.
func (s *size) Set(text string) error {
	digits, shift := text, 0
	if n := len(text) - 1; n > 0 {
		if i := strings.IndexByte("KMGT", text[n]); i >= 0 {
			digits, shift = text[:n], 10*(i+1)
		}
	}
	v, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || v<<shift>>shift != v {
		return errors.New("not a number of bytes, which may end in K, M, G or T")
	}
	*s = size(v << shift)
	return nil
}

// flags defines the options.
func (o *isolation) flags(fs *flag.FlagSet) {
	fs.BoolVar(&o.here, "isolated", false, "run the program in a process of its own: a crash is told with signal, address and symbol. It isolates crashes and is no sandbox: that is -sandbox")
	fs.StringVar(&o.command, "executor", "", "run it in an executor that `COMMAND` starts, words separated by blanks: of another processor, qemu-aarch64 -L DIR rtdyld-executor")
	fs.Var(&o.memory, "memory", "most `BYTES` of private memory that each process of the program may have; K, M or G may follow. So much is the most of all together, too, with memory that they share and files in memory: more ends the program. The system holds that in a control group, if this user may make one (systemd-run --user --scope has one for the command); otherwise it is looked at 20 times a second")
	fs.DurationVar(&o.limits.CPU, "cpu", 0, "most processor `TIME`, in whole seconds, of each process and, looked at 20 times a second, of all together")
	fs.BoolVar(&o.limits.NoNewPrivileges, "no-new-privileges", false, "no program that it executes gets rights by its file")
	fs.BoolVar(&o.limits.NoWX, "no-wx", false, "the system refuses it memory that is writable and executable")
	fs.BoolVar(&o.limits.Sandbox, "sandbox", false, "the system refuses it files, sockets, processes, and signals to others; what it gets is memory, threads and the standard streams")
	fs.BoolVar(&o.limits.EmptyEnv, "empty-env", false, "it has no environment")
	fs.BoolVar(&o.strict, "strict", false, "refuse to run it if the system does not hold a limit for all of its processes together: never -cpu, and -memory where there can be no control group")
	fs.DurationVar(&o.timeout, "timeout", 0, "end it after this `TIME`, with status 124")
}

// asked reports whether the program runs in another process.
func (o *isolation) asked() bool { return o.here || o.command != "" }

// check refuses options that contradict each other.
func (o *isolation) check(target bool) error {
	switch {
	case o.here && o.command != "":
		return errors.New("-isolated and -executor exclude each other")
	case !o.asked() && *o != isolation{}:
		return errors.New("limits need -isolated or -executor")
	case o.timeout < 0 || o.limits.CPU < 0:
		return errors.New("a time is negative")
	case o.asked() && target:
		return errors.New("-triple is for this process alone: an executor runs code for its own system")
	}
	o.limits.Memory = uint64(o.memory)
	return nil
}

// start starts the executor.
func (o *isolation) start(ctx context.Context, opt *runOptions) (*remote.Executor, error) {
	cmd := remote.Command{Limits: o.limits, Needed: opt.needed, Program: opt.args, Env: threadsEnv(os.Environ(), min(opt.threads, mostThreadLocals))}
	if words := strings.Fields(o.command); len(words) > 0 {
		cmd.Path, cmd.Args = words[0], words[1:]
	} else {
		self, err := keeper.Self()
		if err != nil {
			return nil, err
		}
		cmd.Path, cmd.Args = self, []string{executorMode}
		if opt.watching.perf != "" {
			cmd.Args = append(cmd.Args, "-anonymous") // perf's map is for such memory
		}
	}
	if o.here {
		if err := checkShared(opt.libs); err != nil {
			return nil, err
		}
	}
	for _, lib := range opt.libs {
		cmd.Args = append(cmd.Args, "-lib", lib)
	}
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	// Not the file itself: what the executor's runtime writes when it dies is left out.
	cmd.Stderr = struct{ io.Writer }{os.Stderr}
	return remote.Start(ctx, cmd)
}

// held tells of limits that do not hold. It is an error with -strict.
func (o *isolation) held(rs []remote.Restriction, stderr io.Writer) error {
	for _, r := range rs {
		usual := r.Name == "landlock" // which is there if the kernel has it
		if !o.strict {
			usual = usual || strings.HasSuffix(r.Name, "-of-all") // which the help says
		}
		if r.Active || usual {
			continue
		}
		err := fmt.Errorf("limit %s does not hold: %s", r.Name, r.Reason)
		if o.strict {
			return err
		}
		report(stderr, err)
	}
	return nil
}

// runIsolated links the files into another process and calls their main there.
func runIsolated(c call, paths []string, opt runOptions) (status int, err error) {
	ctx := c.ctx
	if opt.isolation.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.isolation.timeout)
		defer cancel()
	}
	in, err := opt.open(ctx, paths)
	if err != nil {
		return notBegun(ctx, err)
	}
	defer in.close()
	imgs, err := in.parseObjects(ctx, workers.Count(0, in.bytes))
	if err != nil {
		return notBegun(ctx, err)
	}
	opt.page.clock.lap("parse")
	if imgs, err = in.collect(ctx, imgs, opt.whole, nil, opt.entry); err != nil {
		return notBegun(ctx, err)
	}
	opt.page.clock.lap("collect")
	opt.stack.emulated = emulatedApart
	opt.warn(imgs, c.stderr)
	opt.threads = opt.threadLocals(in, imgs)
	hide()
	defer keeper.Adopt()()
	e, err := opt.isolation.start(ctx, &opt)
	if err != nil {
		return notBegun(ctx, opt.isolation.notStarted(err))
	}
	defer e.Close()
	if err := opt.isolation.held(e.Hello().Restrictions, c.stderr); err != nil {
		return cannotRun, err
	}
	names := symbolize.NewLimited(explainLimits(c.ctx))
	defer closeImages(imgs) // the linker has its own hold
	status, err = runIn(ctx, e, in, imgs, &opt, names, c.stderr)
	status, err = ended(ctx, status, err)
	err = undefined(c.ctx, opt.stack.explain(explained(err, names)), in, imgs, paths)
	return status, cmp.Or(err, opt.page.end(c.ctx, in, imgs, err))
}

// runIn loads images into an executor, calls main, and then their destructors.
func runIn(ctx context.Context, e *remote.Executor, in *inputs, imgs []*objfmt.ObjectImage, opt *runOptions, names *symbolize.Symbolizer, stderr io.Writer) (status int, err error) {
	cfg, err := e.LinkerConfig()
	if err != nil {
		return cannotRun, err
	}
	shown, unshow, err := opt.watching.listeners(e.Hello().PID, names, stderr)
	if err != nil {
		return cannotRun, err
	}
	defer unshow()
	cfg.Listeners = append(cfg.Listeners, shown...)
	cfg.Wrap = rtdyld.NewWrapping(in.find.wrapped...)
	opt.page.listen(&cfg)
	if err := opt.record.begin(&cfg); err != nil {
		return cannotRun, err
	}
	defer func() { err = opt.record.end(err) }()
	external := externalsOf(&cfg)
	cfg.Initializer = allocating{cfg.Initializer, external, stderr, allocatorsApart}
	l, err := rtdyld.New(cfg)
	if err != nil {
		return cannotRun, err
	}
	objs, err := in.load(ctx, l, imgs)
	opt.page.clock.lap("link")
	if err != nil {
		return cannotRun, cmp.Or(opt.page.collect(ctx, in, imgs, l, external, err), err)
	}
	if err := opt.writeMap(ctx, l, objs, in, external, func() func(string, uint64) string { return mappedFiles(e.Hello().PID) }); err != nil {
		return cannotRun, err
	}
	sym, err := entryOf(l, objs, opt.entry)
	if err != nil {
		return cannotRun, err
	}
	var env []string // the executor's, if it is empty
	if !opt.isolation.limits.EmptyEnv {
		env = os.Environ()
	}
	// A program that ran has its status, even if some of its output was lost.
	var lost *remote.StdioError
	status, err = e.Main(ctx, sym.Addr, opt.args, env)
	opt.page.clock.lap("run")
	if err != nil && !errors.As(err, &lost) {
		return cannotRun, err
	}
	return status, errors.Join(err, l.Destruct(ctx, objs...)) // threads may be in their code still
}

// notBegun is the status where nothing runs yet: the program's time may have been over before.
func notBegun(ctx context.Context, err error) (int, error) {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded) {
		return timedOut, fmt.Errorf("the program was ended before it began: %w", err)
	}
	return cannotRun, err
}

// ended makes a status of an executor's end.
func ended(ctx context.Context, status int, err error) (int, error) {
	var exit *remote.ExitError
	var crash *remote.CrashError
	switch {
	case errors.As(err, &exit):
		return exit.Status, nil
	case errors.As(err, &crash) && crash.Signal > 0:
		return signalled + int(crash.Signal), crash
	case err != nil && ctx.Err() != nil:
		return timedOut, fmt.Errorf("the program was ended: %w", context.Cause(ctx))
	}
	return status, err
}
