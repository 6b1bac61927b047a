//go:build unix

package ar_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/insidetest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
)

// TestPipe: a thin archive that names a named pipe, or a device, as a member waits for no writer.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	gen := &objgen.Ar{Flavour: objgen.ArGNU, Thin: true, Members: []objgen.ArMember{{Name: "pipe"}, {Name: "/dev/zero"}, {Name: "."}}}
	a := parse(t, "thin.a", gen.Bytes())
	a.External = ar.Beside(dir)
	insidetest.Hang(t, "reading members", func() {
		for _, m := range members(t, a) {
			if b, err := m.Bytes(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
				t.Errorf("%s: %d bytes, %v", m.Name, len(b), err)
			}
		}
	})
}
