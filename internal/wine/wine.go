// Package wine runs Windows programs in tests on Linux, by way of wine.sh, which is
// also what "go test -exec" takes to run tests that are built for Windows.
//
// Law: for tests alone.
package wine

import (
	_ "embed"
	"os/exec"
	"regexp"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

//go:embed wine.sh
var script string

// program is where Debian's package wine64 has it; no folder of commands has a link.
const program = "/usr/lib/wine/wine64"

// Command is [exec.Command] for a Windows program. It skips the test, or fails it,
// as [citest.Need] does, where there is no Wine.
func Command(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("wine64"); err != nil {
		citest.Need(t, program)
	}
	citest.Need(t, "x86_64-w64-mingw32-gcc", "flock")
	return exec.Command("sh", append([]string{"-c", script, "wine.sh", name}, args...)...)
}

// messages are what Wine's own code writes to a program's standard error, whatever WINEDEBUG
// says: a thread that finds its connection to the server closed, as it does now and then when
// its process ends, which may also be before the message has its end.
var messages = regexp.MustCompile(`wine client error:[0-9a-f]+: [^\n]*(\n|$)`)

// Program returns what a program itself wrote to its standard error under Wine: all but Wine's
// own messages.
func Program(stderr string) string { return messages.ReplaceAllString(stderr, "") }
