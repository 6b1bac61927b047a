//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestMissing: what cannot be had is refused when it is linked, with the reason, beside the place that refers to it.
func TestMissing(t *testing.T) {
	machine, absolute := uint16(62), uint32(1) // R_X86_64_64
	if runtime.GOARCH == "arm64" {
		machine, absolute = 183, 257 // R_AARCH64_ABS64
	}
	f := &objgen.ELF{Is64: true, Machine: machine}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 24), Align: 8})
	var relocs []objgen.ELFReloc
	for i, name := range []string{"__nss_configure_lookup", "strlen", "no_such_name"} {
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(8 * i), Sym: f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1}), Type: absolute})
	}
	f.AddRelocs(data, true, relocs)
	p, err := Load(t.Context(), append(muslFiles(t), Bytes("refers.o", f.Bytes()))...)
	if err == nil {
		t.Fatal("it is loaded", p.Close())
	}
	m, ok := errors.AsType[*MissingError](err)
	if !ok || len(m.Names) != 1 || m.Names[0].Name != "__nss_configure_lookup" || !errors.Is(err, rtdyld.ErrUndefined) {
		t.Fatalf("%v", err)
	}
	text := err.Error()
	for _, part := range []string{"refers.o", "no_such_name", "__nss_configure_lookup cannot be had: musl has no name service switch"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	if strings.Contains(text, "strlen") {
		t.Error(text)
	}
}
