//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
)

// bench is one run of the command.
type bench struct {
	ctx    context.Context
	run    *figures.Run
	tmp    string // a folder for what is built
	sets   string
	rounds int
	part   string // that is at work
	doing  string
	*progress
}

// progress tells on a terminal what is being done, and a line a part elsewhere.
type progress struct {
	out      *os.File
	terminal bool
}

func newProgress(out *os.File) *progress {
	info, err := out.Stat()
	return &progress{out, err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// say replaces the line on a terminal.
func (p *progress) tell(text string) {
	if p.terminal {
		fmt.Fprintf(p.out, "\r\x1b[K%s", text)
	}
}

// done ends a part's line.
func (p *progress) done(text string) {
	p.tell("")
	fmt.Fprintln(p.out, text)
}

// say tells what is being measured.
func (b *bench) say(what string) {
	if what != "" && b.doing != "" {
		what = ": " + what
	}
	b.tell(b.doing + what)
}

// miss notes that something could not be measured, with the beginning of why.
func (b *bench) miss(what string, err error) {
	why := strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), b.tmp+"/", "")), " ")
	if len(why) > 160 {
		why = strings.ToValidUTF8(why[:160], "") + " ..."
	}
	b.run.Miss(b.part, what, errors.New(why))
}

// ours adds a figure of ours, theirs one of others; both are of the part at work.
func (b *bench) ours(id string, value float64, unit string) {
	b.run.Add(figures.Figure{ID: b.part + "/" + id, Value: value, Unit: unit, Ours: true})
}

func (b *bench) theirs(id string, value float64, unit string) {
	b.run.Add(figures.Figure{ID: b.part + "/" + id, Value: value, Unit: unit})
}

// module is where the packages are.
const module = "github.com/go-rtdyld/rtdyld"

// build builds the commands that are measured.
func (b *bench) build() error {
	_, err := b.output([]string{"CGO_ENABLED=0"}, "go", "build", "-o", b.tmp+"/", module+"/cmd/rtdyld", module+"/cmd/rtdyld-executor")
	return err
}

func (b *bench) rtdyld() string { return filepath.Join(b.tmp, "rtdyld") }

// output runs a command and returns what it prints.
func (b *bench) output(env []string, name string, args ...string) ([]byte, error) {
	return b.outputIn("", env, name, args...)
}

// outputIn is that in a folder.
func (b *bench) outputIn(dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(b.ctx, name, args...)
	cmd.Env, cmd.Dir = append(os.Environ(), append(env, "GOFLAGS=-buildvcs=false", "TMPDIR="+b.tmp)...), dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what it starts ends with it
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if b.ctx.Err() != nil {
		err = b.ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(append([]string{filepath.Base(name)}, args...), " "), err, strings.TrimSpace(errs.String()))
	}
	return out, nil
}

// inChild has another process of this program measure something, so that nothing that this one holds counts, and adds its figures. Of those that
// are there already the better ones stay: what it is called for more than once is the best of as many runs.
func (b *bench) inChild(name string, args ...string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	out, err := b.output(nil, self, append([]string{"-child", name}, args...)...)
	if err != nil {
		return err
	}
	var got []figures.Figure
	if err := json.Unmarshal(out, &got); err != nil {
		return err
	}
	for _, f := range got {
		f.ID = b.part + "/" + f.ID
		if was, ok := b.run.Get(f.ID); ok && f.More != (was < f.Value) {
			continue
		}
		b.run.Add(f)
	}
	return nil
}

// times is inChild, so often.
func (b *bench) times(n int, name string, args ...string) error {
	for range n {
		if err := b.inChild(name, args...); err != nil {
			return err
		}
	}
	return nil
}

// children are what a process of this program measures by itself.
var children = map[string]func(ctx context.Context, args []string) ([]figures.Figure, error){
	"warm": warm, "image": mapImage, "many": manyObjects, "small": smallObject, "engine": modules, "split": split, "remote": executors, "isolated": isolated,
}

// child measures one thing and prints its figures.
func child(ctx context.Context, name string, args []string) error {
	f := children[name]
	if f == nil {
		return fmt.Errorf("-child: there is no %q", name)
	}
	got, err := f(ctx, args)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// found is the first of some commands that is installed; the error says that none is.
func found(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed", names[0])
}

// machine describes where the run is.
func machine(ctx context.Context) figures.Machine {
	m := figures.Machine{Date: time.Now().UTC().Format("2006-01-02 15:04"), Processors: runtime.NumCPU(), Go: runtime.Version(), Tools: map[string]string{}}
	if f, err := os.Open("/proc/cpuinfo"); err == nil {
		defer f.Close()
		for sc := bufio.NewScanner(f); sc.Scan() && m.Processor == ""; {
			if name, ok := strings.CutPrefix(sc.Text(), "model name"); ok {
				m.Processor = strings.TrimLeft(name, " \t:")
			}
		}
	}
	first := func(name string, args ...string) string {
		out, _ := exec.CommandContext(ctx, name, args...).Output()
		for line := range strings.Lines(string(out)) {
			if regexp.MustCompile(`[0-9]\.[0-9]`).MatchString(line) {
				return strings.TrimSpace(line)
			}
		}
		return ""
	}
	if data, err := os.ReadFile("/etc/os-release"); err == nil {
		if at := regexp.MustCompile(`(?m)^PRETTY_NAME="(.*)"$`).FindSubmatch(data); at != nil {
			m.System = string(at[1])
		}
	}
	m.System += ", Linux " + first("uname", "-r")
	if out, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=12", "HEAD").Output(); err == nil {
		m.Commit = strings.TrimSpace(string(out))
	}
	for name, commands := range map[string][]string{"llvm-rtdyld": llvmNames, "ld.lld": {"ld.lld"}, "mold": {"mold"}, "gcc": {"gcc"}} {
		if path, err := found(commands...); err == nil {
			m.Tools[name] = first(path, "--version")
		}
	}
	return m
}

// llvmNames are the names of LLVM's linker.
var llvmNames = []string{"llvm-rtdyld-14", "llvm-rtdyld"}
