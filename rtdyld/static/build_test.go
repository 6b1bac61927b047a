//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
)

// compiled compiles a source for this machine: of testdata, if it is no absolute path.
func compiled(t testing.TB, name string, flags ...string) []byte {
	t.Helper()
	needCompiler(t)
	if !filepath.IsAbs(name) {
		name = filepath.Join("testdata", name)
	}
	out := filepath.Join(t.TempDir(), "out.o")
	cmd := exec.Command(compiler, append(append([]string{"-O2", "-fno-builtin", "-w"}, flags...), "-c", "-o", out, name)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Clone(data)
}

// source compiles a text.
func source(t testing.TB, text string, flags ...string) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "source.c")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return compiled(t, name, flags...)
}

// load loads inputs with this machine's musl; the program is closed with the test.
func load(t testing.TB, inputs ...Input) *program.Program {
	t.Helper()
	p, err := Load(t.Context(), append(muslFiles(t), inputs...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return p
}

// needCompiler skips the test without a compiler for this machine.
func needCompiler(t testing.TB) {
	t.Helper()
	citest.NeedCompiler(t, "int f(void) { return 1; }", compiler, "-x", "c", "-c")
}

// needScene skips the test where scene would: a test whose child asks for that must know.
func needScene(t testing.TB) {
	t.Helper()
	muslFiles(t)
	needCompiler(t)
}

// scene loads testdata/scene.c.
func scene(t testing.TB) *program.Program {
	t.Helper()
	return load(t, Bytes("scene.o", compiled(t, "scene.c")))
}

// bind binds a function.
func bind[F any](t testing.TB, p *program.Program, name string) (fn F) {
	t.Helper()
	if err := p.Bind(name, &fn); err != nil {
		t.Fatal(err)
	}
	return fn
}
