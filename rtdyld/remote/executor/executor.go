package executor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync/atomic"

	command "github.com/go-rtdyld/rtdyld/internal/executor"
	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/executor/internal/first"
)

// ErrInit is matched by the error of [Start] in a program that has not called [Init].
var ErrInit = errors.New("the program has not called executor.Init, which is the first thing that main or TestMain does")

// errPath refuses a command that is another program.
var errPath = errors.New("the program is this one: Command.Path has to be empty (remote.Start starts another)")

// begun says that Init has returned: this process is a program, not an executor.
var begun atomic.Bool

// An executor's first thread is for loaded code: main stays on it.
func init() {
	if first.Asked {
		runtime.LockOSThread()
	}
}

// Init is the executor if this process was started as one by [Start], and does not return then: it ends the process. In all other
// processes it does next to nothing, and may be called again.
//
// It is to be called at the beginning of main, on main's goroutine, before anything that the executor is not to do as well; in tests at
// the beginning of TestMain. What runs before it, variables and init functions of packages, runs in executors, too.
func Init() {
	if first.Asked {
		os.Exit(run())
	}
	begun.Store(true)
}

// run is the executor. It returns the status that the process ends with.
func run() int {
	err := first.Err
	if err == nil && !keeper.OnFirstThread() {
		err = errors.New("executor.Init is not called by main, or TestMain, itself")
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s: %v\n", os.Args[0], first.Word, err)
		return 2
	}
	return command.Main([]string{first.Word}, first.Args, os.Stdout, os.Stderr)
}

// Start starts this program as an executor, a child of this process, as [remote.Start] starts another program: cmd.Path has to be "", and
// cmd.Args may have options of command rtdyld-executor (-lib NAME). All else in cmd means what it means there. The file of the program may have been
// removed or replaced meanwhile: the child runs what this process does.
//
// The error is a *[remote.StartError]. It matches [ErrInit] if [Init] was not called before, and objfmt.ErrUnsupported
// where there are no executors. The caller must close the executor. Start may be called concurrently.
func Start(ctx context.Context, cmd remote.Command) (*remote.Executor, error) {
	path, err := keeper.Self()
	switch {
	case err != nil:
	case cmd.Path != "":
		path, err = cmd.Path, errPath
	case !keeper.Possible:
		err = &remote.UnsupportedError{What: "an executor on " + runtime.GOOS + "/" + runtime.GOARCH}
	case !begun.Load():
		err = ErrInit
	}
	if err != nil {
		return nil, &remote.StartError{Path: path, Err: err}
	}
	cmd.Path, cmd.Args = path, slices.Concat([]string{first.Word}, cmd.Args)
	return remote.Start(ctx, cmd)
}
