package host

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/crt"
)

// throwName is the function that "throw" of Microsoft's C++ ABI calls, with the
// object and a description of its type whose fields count from an image base.
//
// The C++ runtime's own looks the image base up among the modules of the process, and
// loaded objects are in none. This one takes that of the function table that the
// caller is in, which serves code of modules as well, and raises the same exception:
// handlers, which are the runtime's, get their image base from the system.
const throwName = "_CxxThrowException"

// throwCode is
//
//	sub $0x48,%rsp
//	mov %rcx,0x50(%rsp)		the object, in the caller's home space
//	mov %rdx,0x58(%rsp)		its ThrowInfo
//	mov 0x48(%rsp),%rcx
//	dec %rcx			inside the call: it may be the caller's last instruction
//	lea 0x38(%rsp),%rdx		fourth parameter of the exception
//	movq $0,(%rdx)
//	xor %r8d,%r8d
//	call *lookup(%rip)		RtlLookupFunctionEntry(pc, &base, NULL)
//	mov $0x19930520,%eax		EH_MAGIC_NUMBER1
//	mov %rax,0x20(%rsp)
//	mov 0x50(%rsp),%rax
//	mov %rax,0x28(%rsp)
//	mov 0x58(%rsp),%rax
//	mov %rax,0x30(%rsp)
//	lea 0x20(%rsp),%r9
//	mov $4,%r8d
//	mov $1,%edx			EXCEPTION_NONCONTINUABLE
//	mov $0xe06d7363,%ecx		EH_EXCEPTION_NUMBER
//	call *raise(%rip)		RaiseException
//	int3
//
// padded to 128 bytes, where the two addresses follow.
const throwCode = "\x48\x83\xec\x48" + "\x48\x89\x4c\x24\x50" + "\x48\x89\x54\x24\x58" + "\x48\x8b\x4c\x24\x48" + "\x48\xff\xc9" +
	"\x48\x8d\x54\x24\x38" + "\x48\xc7\x02\x00\x00\x00\x00" + "\x45\x31\xc0" + "\xff\x15\x55\x00\x00\x00" +
	"\xb8\x20\x05\x93\x19" + "\x48\x89\x44\x24\x20" + "\x48\x8b\x44\x24\x50" + "\x48\x89\x44\x24\x28" + "\x48\x8b\x44\x24\x58" +
	"\x48\x89\x44\x24\x30" + "\x4c\x8d\x4c\x24\x20" + "\x41\xb8\x04\x00\x00\x00" + "\xba\x01\x00\x00\x00" + "\xb9\x63\x73\x6d\xe0" +
	"\xff\x15\x24\x00\x00\x00" + "\xcc"

// throwUnwind is its UNWIND_INFO: version 1, a prologue of 4 bytes with one operation,
// UWOP_ALLOC_SMALL of 0x48 bytes behind it.
const throwUnwind = "\x01\x04\x01\x00\x04\x82\x00\x00"

const (
	throwWords = 128 // offset of the two addresses behind the code
	throwSize  = throwWords + 16
)

var (
	rtlLookupFunctionEntry = ntdll.NewProc("RtlLookupFunctionEntry")
	raiseException         = windows.NewLazySystemDLL("kernel32.dll").NewProc("RaiseException")
)

// thrower makes the function, once; it stays.
var thrower = sync.OnceValues(func() (uint64, error) {
	shared, err := slab()
	if err != nil {
		return 0, err
	}
	ctx := context.Background()
	a, err := shared.manager.Allocate(ctx, []rtdyld.Request{
		{Kind: objfmt.KindCode, Size: throwSize, Align: 16, Object: throwName},
		{Kind: objfmt.KindReadOnly, Size: uint64(len(throwUnwind)), Align: 4, Object: throwName},
	})
	if err != nil {
		return 0, err
	}
	code, unwind := a.Blocks()[0], a.Blocks()[1]
	copy(code.Mem, throwCode)
	for i, f := range []*windows.LazyProc{rtlLookupFunctionEntry, raiseException} {
		if err := f.Find(); err != nil {
			return 0, errors.Join(err, a.Release(ctx))
		}
		binary.LittleEndian.PutUint64(code.Mem[throwWords+8*i:], uint64(f.Addr()))
	}
	copy(unwind.Mem, throwUnwind)
	if err := a.Finalize(ctx); err != nil {
		return 0, errors.Join(err, a.Release(ctx))
	}
	table := make([]byte, 0, runtimeFunctionSize)
	for _, at := range []uint64{code.Addr, code.Addr + uint64(len(throwCode)), unwind.Addr} {
		table = binary.LittleEndian.AppendUint32(table, uint32(at-shared.base))
	}
	if err := (functionTables{}).Register(ctx, []rtdyld.UnwindTable{{Format: rtdyld.PData, Block: rtdyld.Block{Mem: table, Addr: code.Addr}, Base: shared.base}}); err != nil {
		return 0, errors.Join(err, a.Release(ctx))
	}
	return code.Addr, nil
})

// typeInfo is the virtual table of type_info of Microsoft's C++ ABI, behind the word
// for its own type: descriptions of types begin with its address. Programs have it
// from a static library; no library exports it. The one function, the destructor, has
// nothing to do: such objects are never deleted.
var typeInfo = [2]uint64{1: crt.Return}

func typeInfoAddr() uint64 { return uint64(uintptr(unsafe.Pointer(&typeInfo[1]))) }

// alias has names of Microsoft's static libraries for what the C library exports by
// another name: they are the same where callers cannot tell.
var alias = map[string]string{
	"??3@YAXPEAX_K@Z":  "??3@YAXPEAX@Z",  // operator delete with the size
	"??_V@YAXPEAX_K@Z": "??_V@YAXPEAX@Z", // operator delete[] with the size
	"__std_terminate":  "?terminate@@YAXXZ",
}

// runtimes are libraries with functions that compilers call for C++ of Microsoft's ABI
// and that the C library does not have; they are opened when such a name is asked for.
var runtimes = []string{"vcruntime140.dll", "vcruntime140_1.dll"}

// forRuntime reports whether a name is one of those.
func forRuntime(name string) bool {
	for _, prefix := range []string{"__CxxFrameHandler", "__std_", "__current_exception", "__processing_throw", "__uncaught_exception", "__NLG_"} {
		if len(name) >= len(prefix) && name[:len(prefix)] == prefix {
			return true
		}
	}
	return false
}
