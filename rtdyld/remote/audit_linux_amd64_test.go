package remote_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// TestAudit reads the mappings of controller and executor all the time while objects are
// loaded, run and unloaded: no page is ever writable and executable, neither with memory
// that is shared nor with contents that are streamed, in a static program and in the
// executor's command.
func TestAudit(t *testing.T) {
	for _, kind := range []string{"shared", "streamed", "unit", "command"} {
		t.Run(kind, func(t *testing.T) {
			cmd := helperCommand(kind)
			if kind == "command" {
				cmd = machines[0].command(t)
			}
			cmd.Stream = kind == "streamed"
			cmd.Memory = mem.Config{ReleaseBatch: -1}
			e := start(t, cmd)
			pids := []int{os.Getpid(), e.Hello().PID}
			var stop atomic.Bool
			done := make(chan struct{})
			var looks atomic.Int64
			var code int
			go func() {
				defer close(done)
				for !stop.Load() {
					for _, pid := range pids {
						list, err := mappings(pid)
						if errors.Is(err, os.ErrNotExist) {
							return
						}
						if err != nil || len(list) == 0 {
							t.Error(err)
							return
						}
						for _, m := range list {
							if m.Write && m.Exec {
								t.Errorf("%#x-%#x of %d is %v", m.Lo, m.Hi, pid, m)
								stop.Store(true)
							}
							if m.Exec {
								code++
							}
						}
						looks.Add(1)
					}
				}
			}()
			folder := runFolder(e.Hello().Triple.Arch.String())
			builds, err := filepath.Glob(filepath.Join(folder, "exec-*.o"))
			if err != nil || len(builds) == 0 {
				t.Fatal(err)
			}
			rounds := 20
			if citest.Sample() {
				rounds = 4
			}
			for i := 0; i < rounds || looks.Load() < 10 && !ended(done); i++ {
				build := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(builds[i%len(builds)]), "exec-"), ".o")
				runProgram(t, e, program(t, folder, build))
			}
			stop.Store(true)
			<-done
			if looks.Load() < 10 || code == 0 {
				t.Errorf("%d looks, %d mappings of code", looks.Load(), code)
			}
			t.Logf("%d looks", looks.Load())
		})
	}
}

func ended(done chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// TestDetached: what a linker attached is gone after Unload and after Close, and frames
// and objects travel together.
func TestDetached(t *testing.T) {
	img := compile(t, "whole.c", "gcc", "-O1", "-fno-pic", "-mcmodel=large")
	e := start(t, helperCommand(""))
	state := func() (objects, frames uint64) {
		t.Helper()
		cfg, err := e.LinkerConfig()
		if err != nil {
			t.Fatal(err)
		}
		s := lookup(t, cfg.Resolver, "helper_state")
		return s.Addr, s.Size
	}
	l := loaded(t, e, img)
	if objects, frames := state(); objects != 1 || frames != 1 {
		t.Errorf("loaded: %d objects, %d frames", objects, frames)
	}
	if err := l.Unload(t.Context(), l.Objects()...); err != nil {
		t.Fatal(err)
	}
	if objects, frames := state(); objects != 0 || frames != 0 {
		t.Errorf("unloaded: %d objects, %d frames", objects, frames)
	}
	l = loaded(t, e, img, reopen(t, compile(t, "faults.c", "gcc", "-O1"), "b"))
	if objects, frames := state(); objects != 2 || frames != 2 {
		t.Errorf("loaded: %d objects, %d frames", objects, frames)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if objects, frames := state(); objects != 0 || frames != 0 {
		t.Errorf("closed: %d objects, %d frames", objects, frames)
	}
}
