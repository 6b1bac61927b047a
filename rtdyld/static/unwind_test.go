//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

// TestUnwind: libgcc's unwinder finds the frames of programs that were loaded before it was linked and after.
func TestUnwind(t *testing.T) {
	needScene(t)
	citest.Need(t, "ar")
	gcc := strings.TrimSuffix(muslPaths[1], ".a") + "_eh.a"
	if _, err := os.Stat(gcc); err != nil {
		citest.Need(t, gcc)
	}
	out, errs, status := inChild(t, func() {
		dir, err := os.MkdirTemp("", "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		none, shim := filepath.Join(dir, "none.o"), filepath.Join(dir, "none.a")
		if err := os.WriteFile(none, compiled(t, "unwind.c", "-DNONE"), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("ar", "rcs", shim, none).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		inputs := muslFiles(t)
		for _, f := range []string{gcc, shim} {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			inputs = append(inputs, Libc(f, data))
		}
		obj := compiled(t, "unwind.c", "-funwind-tables")
		for range 3 {
			p, err := Load(t.Context(), append(inputs, Bytes("unwind.o", obj))...)
			if err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Print(bind[func() int32](t, p, "frames")(), " ")
			if err := p.Close(); err != nil {
				fmt.Println(err)
				os.Exit(2)
			}
		}
		os.Exit(0)
	})
	if status != 0 || errs != "" {
		t.Fatalf("status %d: %s%s", status, out, errs)
	}
	if out != "112 112 112 " {
		t.Errorf("frames are %q", out)
	}
}
