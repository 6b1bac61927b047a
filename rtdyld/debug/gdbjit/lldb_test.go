//go:build linux && amd64

package gdbjit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestLLDB: LLDB reads the same interface; its backtrace goes through the Go frames.
func TestLLDB(t *testing.T) {
	citest.Need(t, "lldb-14", "gcc")
	script := filepath.Join(t.TempDir(), "script")
	commands := []string{
		"settings set target.env-vars " + quiet, "settings set plugin.jit-loader.gdb.enable on", "settings set symbols.enable-external-lookup false",
		"process launch --stop-at-entry", "process handle SIGURG -s false -n false -p true",
		"breakpoint set -n inner_l", "continue", "next", "frame variable", "bt",
	}
	if err := os.WriteFile(script, []byte(strings.Join(commands, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	objs := "load=" + compile(t, "gcc", "inner.c", "l", "-g") + "," + compile(t, "gcc", "outer.c", "l", "-g")
	out, err := exec.Command("lldb-14", "-x", "-b", "-s", script, prog(t), "--", objs, "call=outer_l", "unload=all").CombinedOutput()
	rest := string(out)
	for _, w := range []string{
		`inner_l\(x=21, p=0x[0-9a-f]+\) at inner\.c:5`, `\(lldb\) next`, `\(int\) y = 42`, `\(lldb\) bt`,
		`frame #0: .*inner_l\(x=21, .*\) at inner\.c:6`, `frame #1: .*outer_l\(n=3\) at outer\.c:8`, `frame #2: .*quickEntry`, `runtime\.asmcgocall`, `main\.call`, `main\.main at main\.go`,
	} {
		at := regexp.MustCompile(w).FindStringIndex(rest)
		if at == nil {
			t.Fatalf("%v: no %q in the rest of\n%s", err, w, out)
		}
		rest = rest[at[1]:]
	}
}
