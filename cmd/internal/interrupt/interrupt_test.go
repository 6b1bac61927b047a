//go:build unix

package interrupt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// role is the variable by which a process that a test starts knows what it is to do.
const role = "RTDYLD_INTERRUPT_TEST"

func TestMain(m *testing.M) {
	if r := os.Getenv(role); r != "" {
		play(r)
	}
	os.Exit(m.Run())
}

// play is a command.
func play(role string) {
	ctx, signals := Watch()
	if role == "released" {
		if err := signals.Release(); err != nil {
			panic(err)
		}
	}
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println(context.Cause(ctx), errors.Is(context.Cause(ctx), context.Canceled))
	switch role {
	case "stuck":
		select {}
	case "releases":
		fmt.Println(signals.Release())
	}
	signals.End()
	os.Exit(3)
}

// TestSignals: the first signal ends the context, and the process once it has cleaned up; a second one ends it at
// once; after Release none ends the context; what was ignored stays so.
func TestSignals(t *testing.T) {
	citest.Hear(t)
	for _, tt := range []struct {
		role string
		send []syscall.Signal
		told string // between them
		want syscall.Signal
	}{
		{"cleans", []syscall.Signal{unix.SIGINT}, "ended by interrupt true", unix.SIGINT},
		{"cleans", []syscall.Signal{unix.SIGTERM}, "ended by terminated true", unix.SIGTERM},
		{"cleans", []syscall.Signal{unix.SIGHUP}, "ended by hangup true", unix.SIGHUP},
		{"releases", []syscall.Signal{unix.SIGTERM}, "ended by terminated true|ended by terminated", unix.SIGTERM},
		{"stuck", []syscall.Signal{unix.SIGINT, unix.SIGTERM}, "ended by interrupt true", unix.SIGTERM},
		{"released", []syscall.Signal{unix.SIGINT}, "", unix.SIGINT},
		{"released", []syscall.Signal{unix.SIGTERM}, "", unix.SIGTERM},
		{"ignored", []syscall.Signal{unix.SIGINT, unix.SIGTERM}, "ended by terminated true", unix.SIGTERM},
	} {
		t.Run(fmt.Sprint(tt.role, tt.send), func(t *testing.T) {
			cmd := exec.Command(os.Args[0])
			if tt.role == "ignored" {
				cmd = exec.Command("/bin/sh", "-c", `trap "" INT; exec "$0"`, os.Args[0])
			}
			cmd.Env = append(os.Environ(), role+"="+tt.role)
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			hung := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
			defer hung.Stop()
			sc := bufio.NewScanner(out)
			sc.Scan() // ready
			var told []string
			for i, sig := range tt.send {
				if i > 0 && tt.role == "stuck" && sc.Scan() { // it is at that
					told = append(told, sc.Text())
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Error(err)
				}
			}
			for sc.Scan() {
				told = append(told, sc.Text())
			}
			cmd.Wait()
			ws := cmd.ProcessState.Sys().(syscall.WaitStatus)
			if !ws.Signaled() || ws.Signal() != tt.want || strings.Join(told, "|") != tt.told {
				t.Errorf("%v, told %q; want it to die of %v and tell %q", cmd.ProcessState, told, tt.want, tt.told)
			}
		})
	}
}

// TestNone: the nil Signals does nothing.
func TestNone(t *testing.T) {
	var s *Signals
	s.End()
	if err := s.Release(); err != nil {
		t.Error(err)
	}
}
