package amd64

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestInsnEnd: where objdump says that the instructions around PC-relative fields of libraries
// end. Their displacements are 0 in the file, so that what they seem to refer to is their end.
func TestInsnEnd(t *testing.T) {
	libs := []string{"/usr/lib/x86_64-linux-gnu/libm-2.36.a", "/usr/lib/x86_64-linux-gnu/libc.a"}
	if citest.Sample() {
		libs = libs[:1]
	}
	citest.Need(t, append([]string{"objdump"}, libs...)...)
	line := regexp.MustCompile(`^ *([0-9a-f]+):\t((?:[0-9a-f]{2} )+)`)
	field := regexp.MustCompile(`\t([0-9a-f]+): R_X86_64_(?:PC32|PLT32|GOTPCREL|GOTPCRELX|REX_GOTPCRELX|GOTTPOFF)\t`)
	for _, lib := range libs {
		cmd := exec.Command("objdump", "-drw", lib)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var code []byte // of a run of instructions up to this one
		var start, end uint64
		fields, immediates := 0, 0
		sc := bufio.NewScanner(out)
		for sc.Scan() {
			if m := line.FindStringSubmatch(sc.Text()); m != nil {
				b, err := hex.DecodeString(strings.ReplaceAll(m[2], " ", ""))
				var at uint64
				if _, err2 := fmt.Sscanf(m[1], "%x", &at); err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				if at != end || at == 0 {
					code, start = nil, at
				}
				code, end = append(code, b...), at+uint64(len(b))
			}
			m := field.FindStringSubmatch(sc.Text())
			if m == nil {
				continue
			}
			var at uint64
			if _, err := fmt.Sscanf(m[1], "%x", &at); err != nil || at < start || at+4 > end {
				continue
			}
			fields++
			if want := int64(end - at); insnEnd(code, at-start) != want {
				t.Errorf("%s: %s: %d bytes, want %d", lib, sc.Text(), insnEnd(code, at-start), want)
			} else if want > 4 {
				immediates++
			}
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d fields, %d with an immediate behind them", lib, fields, immediates)
		if fields < 1000 || immediates < 10 {
			t.Error("too few")
		}
	}
}
