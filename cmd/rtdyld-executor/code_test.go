//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package main

import (
	"io"
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// machineCode are functions by hand: int next(int a) { return a + 1; }, void spin(void)
// { for (;;); }, and int fault(int *p) { return *p; }.
var machineCode = map[string]struct{ next, spin, fault []byte }{
	"amd64": {
		[]byte{0x8d, 0x47, 0x01, 0xc3}, // lea 1(%rdi),%eax; ret
		[]byte{0xeb, 0xfe},             // jmp .
		[]byte{0x8b, 0x07, 0xc3},       // mov (%rdi),%eax; ret
	},
	"arm64": {
		[]byte{0x00, 0x04, 0x00, 0x11, 0xc0, 0x03, 0x5f, 0xd6}, // add w0,w0,#1; ret
		[]byte{0x00, 0x00, 0x00, 0x14},                         // b .
		[]byte{0x00, 0x00, 0x40, 0xb9, 0xc0, 0x03, 0x5f, 0xd6}, // ldr w0,[x0]; ret
	},
	"arm": {
		[]byte{0x01, 0x00, 0x80, 0xe2, 0x1e, 0xff, 0x2f, 0xe1}, // add r0,r0,#1; bx lr
		[]byte{0xfe, 0xff, 0xff, 0xea},                         // b .
		[]byte{0x00, 0x00, 0x90, 0xe5, 0x1e, 0xff, 0x2f, 0xe1}, // ldr r0,[r0]; bx lr
	},
	"riscv64": {
		[]byte{0x1b, 0x05, 0x15, 0x00, 0x67, 0x80, 0x00, 0x00}, // addiw a0,a0,1; ret
		[]byte{0x6f, 0x00, 0x00, 0x00},                         // j .
		[]byte{0x03, 0x25, 0x05, 0x00, 0x67, 0x80, 0x00, 0x00}, // lw a0,0(a0); ret
	},
	"ppc64le": {
		[]byte{0x01, 0x00, 0x63, 0x38, 0x20, 0x00, 0x80, 0x4e}, // addi r3,r3,1; blr
		[]byte{0x00, 0x00, 0x00, 0x48},                         // b .
		[]byte{0x02, 0x00, 0x63, 0xe8, 0x20, 0x00, 0x80, 0x4e}, // lwa r3,0(r3); blr
	},
	"s390x": {
		[]byte{0xa7, 0x2a, 0x00, 0x01, 0xb9, 0x14, 0x00, 0x22, 0x07, 0xfe}, // ahi r2,1; lgfr r2,r2; br r14
		[]byte{0xa7, 0xf4, 0x00, 0x00},                                     // j .
		[]byte{0xe3, 0x20, 0x20, 0x00, 0x00, 0x14, 0x07, 0xfe},             // lgf r2,0(r2); br r14
	},
	"386": {
		[]byte{0x8b, 0x44, 0x24, 0x04, 0x40, 0xc3},       // mov 4(%esp),%eax; inc %eax; ret
		[]byte{0xeb, 0xfe},                               // jmp .
		[]byte{0x8b, 0x44, 0x24, 0x04, 0x8b, 0x00, 0xc3}, // mov 4(%esp),%eax; mov (%eax),%eax; ret
	},
}[runtime.GOARCH]

// functions are where machineCode is in an executor, and a word of data.
type functions struct{ next, spin, fault, data uint64 }

// contents of memory with functions: code at 0, 64 and 128.
func contents() []byte {
	b := make([]byte, 192)
	copy(b, machineCode.next)
	copy(b[64:], machineCode.spin)
	copy(b[128:], machineCode.fault)
	return b
}

// load streams machineCode into an executor.
func (e *executor) load() functions {
	e.t.Helper()
	page := e.PageSize
	r, err := e.Reserve(e.t.Context(), &wire.ReserveRequest{Instance: e.Instance, Size: 4 * page, NearLow: e.Near, NearHigh: e.Near})
	if err != nil {
		e.t.Fatal(err)
	}
	at := r.Range.Addr
	s, err := e.Initialize(e.t.Context())
	if err != nil {
		e.t.Fatal(err)
	}
	b := contents()
	for _, req := range []*wire.InitializeRequest{
		{Instance: e.Instance, Segments: []*wire.Segment{
			{Addr: at, Size: page, Content: uint64(len(b)), Kind: wire.Kind_KIND_CODE}, {Addr: at + 2*page, Size: page, Content: 4, Kind: wire.Kind_KIND_WRITABLE}}},
		{Data: b[:100]}, {Data: append(b[100:], 1, 2, 3, 4)},
	} {
		if err := s.Send(req); err != nil && err != io.EOF {
			e.t.Fatal(err)
		}
	}
	if _, err := s.CloseAndRecv(); err != nil {
		e.t.Fatal(err)
	}
	return functions{at, at + 64, at + 128, at + 2*page}
}
