//go:build amd64 || arm64

package crash

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// gcc is GCC for this machine.
func gcc(t *testing.T) string {
	t.Helper()
	cc := "gcc"
	if runtime.GOARCH == "arm64" {
		cc = "aarch64-linux-gnu-gcc"
	}
	citest.NeedCompiler(t, "#include <stdlib.h>\n", cc, "-c")
	return cc
}

// build runs GCC in testdata.
func build(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command(gcc(t), append([]string{"-std=gnu17", "-w"}, args...)...)
	cmd.Dir = "testdata"
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
}

// TestNested: nested functions that are called by their address do what they do in a program that was linked with GCC, which has an executable stack.
func TestNested(t *testing.T) {
	variants := map[string][]string{
		"amd64": {"-O0 -fPIC", "-O2 -fPIC", "-O2 -fno-pic", "-O1 -fcf-protection=full", "-Os -fcf-protection=full -fno-pic", "-O2 -fcf-protection=none", "-O2 -mcmodel=large -fno-pic"},
		"arm64": {"-O0 -fPIC", "-O2 -fno-pic", "-O2 -mbranch-protection=standard", "-O1 -mharden-sls=all"},
	}[runtime.GOARCH]
	if citest.Sample() {
		n := citest.Turn(len(variants))
		variants = variants[n : n+1]
	}
	for _, options := range variants {
		t.Run(options, func(t *testing.T) {
			object := filepath.Join(t.TempDir(), "nested.o")
			build(t, append(strings.Fields(options), "-c", "-o", object, "nested.c")...)
			linked := strings.TrimSuffix(object, ".o")
			build(t, "-no-pie", "-static", "-o", linked, object, "-pthread", "-Wl,--no-warn-execstack")
			run := child("", "")
			args := append(run.Args[:len(run.Args)-1:len(run.Args)-1], linked)
			want, err := exec.Command(args[0], args[1:]...).Output()
			if err != nil || bytes.Count(want, []byte("\n")) != 7 {
				t.Fatalf("linked: %v\n%s", err, want)
			}
			for _, when := range []string{"before", "after"} {
				cmd := child("main", object)
				cmd.Env = append(cmd.Env, emulated+"="+when)
				var errs bytes.Buffer
				cmd.Stderr = &errs
				got, err := cmd.Output()
				if err != nil || !bytes.Equal(got, want) {
					t.Errorf("%v\n%s%s\nwant\n%s", err, got, &errs, want)
				}
			}
		})
	}
}

// TestTrampolines: all forms are taken for what they are, and nothing else is: what is no trampoline ends the process and is told as without.
func TestTrampolines(t *testing.T) {
	object := filepath.Join(t.TempDir(), "forms.o")
	build(t, "-O1", "-fno-optimize-sibling-calls", "-fPIC", "-c", "-o", object, "forms.c")
	for _, tt := range []struct {
		name string
		want syscall.Signal
		out  string
	}{
		{"forms_go_on", 0, ""},
		{"bits_end", 0, ""},
		{"strays", unix.SIGSEGV, `signal 11 code 2 addr 0x[0-9a-f]+\nin  \nin call [.]text\nin strays [.]text\n`},
		{"unreadable", unix.SIGSEGV, `signal 11 code 2 addr 0x[0-9a-f]+000\nin  \nin call [.]text\nin unreadable [.]text\n`},
		{"cut", unix.SIGSEGV, `signal 11 code 2 addr 0x[0-9a-f]+\nin  \nin call [.]text\nin cut [.]text\n`},
		{"lures", unix.SIGSEGV, `signal 11 code 2 addr 0x[0-9a-f]+040\nin  \nin call [.]text\nin lures [.]text\n`},
		{"lures_nowhere", unix.SIGSEGV, `signal 11 code (128|1) addr 0x[0-9a-f]+\nin  \nin call [.]text\nin lures_nowhere [.]text\n`},
	} {
		if tt.name == "lures_nowhere" && runtime.GOARCH != "amd64" {
			continue // every address is one there
		}
		t.Run(tt.name, func(t *testing.T) {
			cmd := child(tt.name, object)
			cmd.Env = append(cmd.Env, emulated+"=after")
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			sig, status := ended(t, cmd, cmd.Run())
			if sig != tt.want || status != 0 || !regexp.MustCompile(`\A`+tt.out+`\z`).MatchString(out.String()) {
				t.Errorf("%v, status %d; want %v and %s\n%s%s", sig, status, tt.want, tt.out, &out, &errs)
			}
		})
	}
}
