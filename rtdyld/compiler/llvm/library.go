package llvm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/triple"
)

// uintArg is an argument or result of a C function: a pointer, or an integer.
type uintArg = uintptr

// fn is a function of the C API.
type fn uint8

// Functions that every version from 14 on has.
const (
	fnContextCreate fn = iota
	fnContextDispose
	fnContextSetDiagnosticHandler
	fnGetDiagInfoDescription
	fnGetDiagInfoSeverity
	fnInstallFatalErrorHandler
	fnIsMultithreaded
	fnDisposeMessage
	fnGetErrorMessage
	fnDisposeErrorMessage
	fnCreateMemoryBufferCopy
	fnDisposeMemoryBuffer
	fnGetBufferStart
	fnGetBufferSize
	fnGetBitcodeModule
	fnWriteBitcode
	fnVerifyModule
	fnModuleCreate
	fnDisposeModule
	fnGetTarget
	fnSetTarget
	fnSetSourceFileName
	fnGetSourceFileName
	fnGetModuleInlineAsm
	fnLinkModules
	fnGetTargetFromTriple
	fnCreateTargetMachine
	fnDisposeTargetMachine
	fnCreateTargetDataLayout
	fnDisposeTargetData
	fnSetModuleDataLayout
	fnEmitToMemoryBuffer
	fnCreatePassBuilderOptions
	fnDisposePassBuilderOptions
	fnRunPasses
	fnGetHostCPUName
	fnGetHostCPUFeatures
	fnGetFirstFunction
	fnGetNextFunction
	fnGetFirstGlobal
	fnGetNextGlobal
	fnGetFirstAlias
	fnGetNextAlias
	fnGetFirstIFunc
	fnGetNextIFunc
	fnGetValueName
	fnSetValueName
	fnGetValueKind
	fnIsDeclaration
	fnGetLinkage
	fnSetLinkage
	fnGetVisibility
	fnSetVisibility
	fnGetUnnamedAddress
	fnIsThreadLocal
	fnIsGlobalConstant
	fnGetInitializer
	fnGetFunctionCallConv
	fnGetComdat
	fnSetComdat
	fnAliasGetAliasee
	fnGetIFuncResolver
	fnGlobalGetValueType
	fnGetTypeKind
	fnGetElementTypeAddressSpace
	fnTypeOf
	fnAddFunction
	fnAddGlobal
	fnDeleteGlobal
	fnReplaceAllUsesWith
	fnGetNumOperands
	fnGetOperand
	fnGetFirstUse
	fnGetNextUse
	fnGetUser
	fnGetInstructionParent
	fnGetBasicBlockParent
	fnGetFirstBasicBlock
	fnGetNextBasicBlock
	fnGetFirstInstruction
	fnGetNextInstruction
	fnGlobalCopyAllMetadata
	fnValueMetadataEntriesGetKind
	fnDisposeValueMetadataEntries
	fnGetMDKindID
	fnGetSection
	fnSetSection
	fnSetFunctionCallConv
	fnSetThreadLocal
	fnInt8Type
	fnPointerType
	fnArrayType
	fnConstArray
	fnConstBitCast
	fnConstNull
	fnSetInitializer
	fnSetGlobalConstant
	fnSetDLLStorageClass
	fnGetNamedGlobal
	fnBasicBlockAsValue
	fnCreateFunctionPassManager
	fnRunFunctionPassManager
	fnDisposePassManager

	// Functions that some versions lack.
	fnGetVersion // from 16
	fnParseIR    // up to 22, at least
	fnParseIR2   // from 22
	numFns

	firstOptional = fnGetVersion
)

var fnNames = [numFns]string{
	fnContextCreate:               "LLVMContextCreate",
	fnContextDispose:              "LLVMContextDispose",
	fnContextSetDiagnosticHandler: "LLVMContextSetDiagnosticHandler",
	fnGetDiagInfoDescription:      "LLVMGetDiagInfoDescription",
	fnGetDiagInfoSeverity:         "LLVMGetDiagInfoSeverity",
	fnInstallFatalErrorHandler:    "LLVMInstallFatalErrorHandler",
	fnIsMultithreaded:             "LLVMIsMultithreaded",
	fnDisposeMessage:              "LLVMDisposeMessage",
	fnGetErrorMessage:             "LLVMGetErrorMessage",
	fnDisposeErrorMessage:         "LLVMDisposeErrorMessage",
	fnCreateMemoryBufferCopy:      "LLVMCreateMemoryBufferWithMemoryRangeCopy",
	fnDisposeMemoryBuffer:         "LLVMDisposeMemoryBuffer",
	fnGetBufferStart:              "LLVMGetBufferStart",
	fnGetBufferSize:               "LLVMGetBufferSize",
	fnGetBitcodeModule:            "LLVMGetBitcodeModuleInContext2",
	fnWriteBitcode:                "LLVMWriteBitcodeToMemoryBuffer",
	fnVerifyModule:                "LLVMVerifyModule",
	fnModuleCreate:                "LLVMModuleCreateWithNameInContext",
	fnDisposeModule:               "LLVMDisposeModule",
	fnGetTarget:                   "LLVMGetTarget",
	fnSetTarget:                   "LLVMSetTarget",
	fnSetSourceFileName:           "LLVMSetSourceFileName",
	fnGetSourceFileName:           "LLVMGetSourceFileName",
	fnGetModuleInlineAsm:          "LLVMGetModuleInlineAsm",
	fnLinkModules:                 "LLVMLinkModules2",
	fnGetTargetFromTriple:         "LLVMGetTargetFromTriple",
	fnCreateTargetMachine:         "LLVMCreateTargetMachine",
	fnDisposeTargetMachine:        "LLVMDisposeTargetMachine",
	fnCreateTargetDataLayout:      "LLVMCreateTargetDataLayout",
	fnDisposeTargetData:           "LLVMDisposeTargetData",
	fnSetModuleDataLayout:         "LLVMSetModuleDataLayout",
	fnEmitToMemoryBuffer:          "LLVMTargetMachineEmitToMemoryBuffer",
	fnCreatePassBuilderOptions:    "LLVMCreatePassBuilderOptions",
	fnDisposePassBuilderOptions:   "LLVMDisposePassBuilderOptions",
	fnRunPasses:                   "LLVMRunPasses",
	fnGetHostCPUName:              "LLVMGetHostCPUName",
	fnGetHostCPUFeatures:          "LLVMGetHostCPUFeatures",
	fnGetFirstFunction:            "LLVMGetFirstFunction",
	fnGetNextFunction:             "LLVMGetNextFunction",
	fnGetFirstGlobal:              "LLVMGetFirstGlobal",
	fnGetNextGlobal:               "LLVMGetNextGlobal",
	fnGetFirstAlias:               "LLVMGetFirstGlobalAlias",
	fnGetNextAlias:                "LLVMGetNextGlobalAlias",
	fnGetFirstIFunc:               "LLVMGetFirstGlobalIFunc",
	fnGetNextIFunc:                "LLVMGetNextGlobalIFunc",
	fnGetValueName:                "LLVMGetValueName2",
	fnSetValueName:                "LLVMSetValueName2",
	fnGetValueKind:                "LLVMGetValueKind",
	fnIsDeclaration:               "LLVMIsDeclaration",
	fnGetLinkage:                  "LLVMGetLinkage",
	fnSetLinkage:                  "LLVMSetLinkage",
	fnGetVisibility:               "LLVMGetVisibility",
	fnSetVisibility:               "LLVMSetVisibility",
	fnGetUnnamedAddress:           "LLVMGetUnnamedAddress",
	fnIsThreadLocal:               "LLVMIsThreadLocal",
	fnIsGlobalConstant:            "LLVMIsGlobalConstant",
	fnGetInitializer:              "LLVMGetInitializer",
	fnGetFunctionCallConv:         "LLVMGetFunctionCallConv",
	fnGetComdat:                   "LLVMGetComdat",
	fnSetComdat:                   "LLVMSetComdat",
	fnAliasGetAliasee:             "LLVMAliasGetAliasee",
	fnGetIFuncResolver:            "LLVMGetGlobalIFuncResolver",
	fnGlobalGetValueType:          "LLVMGlobalGetValueType",
	fnGetTypeKind:                 "LLVMGetTypeKind",
	fnGetElementTypeAddressSpace:  "LLVMGetPointerAddressSpace",
	fnTypeOf:                      "LLVMTypeOf",
	fnAddFunction:                 "LLVMAddFunction",
	fnAddGlobal:                   "LLVMAddGlobalInAddressSpace",
	fnDeleteGlobal:                "LLVMDeleteGlobal",
	fnReplaceAllUsesWith:          "LLVMReplaceAllUsesWith",
	fnGetNumOperands:              "LLVMGetNumOperands",
	fnGetOperand:                  "LLVMGetOperand",
	fnGetFirstUse:                 "LLVMGetFirstUse",
	fnGetNextUse:                  "LLVMGetNextUse",
	fnGetUser:                     "LLVMGetUser",
	fnGetInstructionParent:        "LLVMGetInstructionParent",
	fnGetBasicBlockParent:         "LLVMGetBasicBlockParent",
	fnGetFirstBasicBlock:          "LLVMGetFirstBasicBlock",
	fnGetNextBasicBlock:           "LLVMGetNextBasicBlock",
	fnGetFirstInstruction:         "LLVMGetFirstInstruction",
	fnGetNextInstruction:          "LLVMGetNextInstruction",
	fnGlobalCopyAllMetadata:       "LLVMGlobalCopyAllMetadata",
	fnValueMetadataEntriesGetKind: "LLVMValueMetadataEntriesGetKind",
	fnDisposeValueMetadataEntries: "LLVMDisposeValueMetadataEntries",
	fnGetMDKindID:                 "LLVMGetMDKindID",
	fnGetSection:                  "LLVMGetSection",
	fnSetSection:                  "LLVMSetSection",
	fnSetFunctionCallConv:         "LLVMSetFunctionCallConv",
	fnSetThreadLocal:              "LLVMSetThreadLocal",
	fnInt8Type:                    "LLVMInt8TypeInContext",
	fnPointerType:                 "LLVMPointerType",
	fnArrayType:                   "LLVMArrayType",
	fnConstArray:                  "LLVMConstArray",
	fnConstBitCast:                "LLVMConstBitCast",
	fnConstNull:                   "LLVMConstNull",
	fnSetInitializer:              "LLVMSetInitializer",
	fnSetGlobalConstant:           "LLVMSetGlobalConstant",
	fnSetDLLStorageClass:          "LLVMSetDLLStorageClass",
	fnCreateFunctionPassManager:   "LLVMCreateFunctionPassManagerForModule",
	fnRunFunctionPassManager:      "LLVMRunFunctionPassManager",
	fnDisposePassManager:          "LLVMDisposePassManager",
	fnBasicBlockAsValue:           "LLVMBasicBlockAsValue",
	fnGetNamedGlobal:              "LLVMGetNamedGlobal",
	fnGetVersion:                  "LLVMGetVersion",
	fnParseIR:                     "LLVMParseIRInContext",
	fnParseIR2:                    "LLVMParseIRInContext2",
}

// library is a libLLVM that has been opened. It is never closed: code of it may be called
// at the end of the process.
type library struct {
	name    string // by which it was opened
	path    string // of its file, without symbolic links
	version string // all that tells it from another
	addr    [numFns]uintptr

	serial sync.Mutex   // held by jobs if the library has no threads of its own
	single bool         // it has not
	jobs   atomic.Int64 // that have not ended

	targets    sync.Mutex // held while targets are registered and looked up
	registered map[string]bool
	symbol     func(name string) uintptr // 0 if there is none
}

// libraries that have been opened, by the name that was asked for.
var libraries struct {
	mu   sync.Mutex
	open map[string]*library
}

// oldest and newest are the versions whose sonames are tried.
const (
	oldest = 14
	newest = 22
)

// Sonames lists the names by which libraries are looked for on this system, in order.
func Sonames() []string { return sonames() }

// openLibrary opens the library of this name, or the first of those that are known.
func openLibrary(name string) (*library, error) {
	names := []string{name}
	if name == "" {
		names = sonames()
	}
	libraries.mu.Lock()
	defer libraries.mu.Unlock()
	e := &LibraryError{}
	for _, n := range names {
		if l := libraries.open[n]; l != nil {
			return l, nil
		}
		l, err := loadLibrary(n)
		if err != nil {
			e.Tried = append(e.Tried, Attempt{n, err})
			continue
		}
		if libraries.open == nil {
			libraries.open = map[string]*library{}
		}
		// One file has several names, but one set of handlers.
		for _, known := range libraries.open {
			if known.addr[fnContextCreate] == l.addr[fnContextCreate] {
				l = known
				break
			}
		}
		libraries.open[n] = l
		return l, nil
	}
	return nil, e
}

// loadLibrary opens one library and finds its functions.
func loadLibrary(name string) (*library, error) {
	symbol, err := dlopen(name)
	if err != nil {
		return nil, err
	}
	l := &library{name: name, symbol: symbol, registered: map[string]bool{}}
	for f := range l.addr {
		l.addr[f] = symbol(fnNames[f])
		if l.addr[f] == 0 && fn(f) < firstOptional {
			return nil, fmt.Errorf("%s has no %s", name, fnNames[f])
		}
	}
	if l.addr[fnParseIR] == 0 && l.addr[fnParseIR2] == 0 {
		return nil, fmt.Errorf("%s has no %s", name, fnNames[fnParseIR])
	}
	if err := l.identify(); err != nil {
		return nil, err
	}
	l.single = !l.is(fnIsMultithreaded)
	l.call(fnInstallFatalErrorHandler, fatalHandler())
	return l, nil
}

// identify finds out which library it is: its file as it is now, and the version that it
// tells.
func (l *library) identify() error {
	path := fileOf(l.addr[fnContextCreate])
	if path == "" {
		path = l.name
	}
	if p, err := filepath.EvalSymlinks(path); err == nil {
		path = p
	}
	l.path = path
	l.version = filepath.Base(path)
	if st, err := os.Stat(path); err == nil {
		l.version += fmt.Sprintf(" %d %s", st.Size(), st.ModTime().UTC().Format("2006-01-02T15:04:05.999999999Z"))
	}
	if l.addr[fnGetVersion] != 0 {
		var v [3]uint32
		l.call(fnGetVersion, uintptr(unsafe.Pointer(&v[0])), uintptr(unsafe.Pointer(&v[1])), uintptr(unsafe.Pointer(&v[2])))
		l.version = fmt.Sprintf("%d.%d.%d %s", v[0], v[1], v[2], l.version)
		if v[0] < oldest {
			return fmt.Errorf("%s is version %d, too old", l.name, v[0])
		}
	}
	return nil
}

// call calls a function of the API. Memory whose address is converted in the list of
// arguments stays where it is until the call returns.
//
//go:uintptrescapes
func (l *library) call(f fn, args ...uintptr) uintptr { return callC(l.addr[f], args...) }

// is calls a function that returns a truth value (LLVMBool, an int).
//
//go:uintptrescapes
func (l *library) is(f fn, args ...uintptr) bool { return int32(callC(l.addr[f], args...)) != 0 }

// message takes a C string that LLVM made.
func (l *library) message(addr uintptr) string {
	if addr == 0 {
		return ""
	}
	s := goString(addr)
	l.call(fnDisposeMessage, addr)
	return s
}

// cstring is s with a NUL, at an address that can be given to C.
func cstring(s string) *byte {
	b := make([]byte, len(s)+1)
	copy(b, s)
	return &b[0]
}

// view views n bytes of memory that Go does not manage.
func view(addr uintptr, n int) []byte {
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&addr))), n)
}

// goString copies a C string.
func goString(addr uintptr) string {
	if addr == 0 {
		return ""
	}
	p := *(*unsafe.Pointer)(unsafe.Pointer(&addr))
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// backends are the names of LLVM's targets by instruction set.
var backends = map[triple.Arch]string{
	triple.X86_64: "X86", triple.X86: "X86",
	triple.AArch64: "AArch64", triple.AArch64BE: "AArch64", triple.AArch64_32: "AArch64",
	triple.ARM: "ARM", triple.ARMEB: "ARM", triple.Thumb: "ARM", triple.ThumbEB: "ARM",
	triple.RISCV32: "RISCV", triple.RISCV64: "RISCV",
	triple.PPC: "PowerPC", triple.PPCLE: "PowerPC", triple.PPC64: "PowerPC", triple.PPC64LE: "PowerPC",
	triple.MIPS: "Mips", triple.MIPSEL: "Mips", triple.MIPS64: "Mips", triple.MIPS64EL: "Mips",
	triple.SystemZ: "SystemZ", triple.LoongArch32: "LoongArch", triple.LoongArch64: "LoongArch",
	triple.SPARC: "Sparc", triple.SPARCEL: "Sparc", triple.SPARCV9: "Sparc",
	triple.BPFEL: "BPF", triple.BPFEB: "BPF", triple.Hexagon: "Hexagon", triple.AVR: "AVR", triple.MSP430: "MSP430",
	triple.M68k: "M68k", triple.Wasm32: "WebAssembly", triple.Wasm64: "WebAssembly", triple.Lanai: "Lanai",
	triple.AMDGCN: "AMDGPU", triple.R600: "AMDGPU", triple.VE: "VE", triple.CSKY: "CSKY", triple.Xtensa: "Xtensa",
}

// errNoBackend says that the library was built without the target.
var errNoBackend = errors.New("the library has no such target")

// target finds LLVM's target for a triple.
func (l *library) target(t triple.Triple) (uintptr, error) {
	name := backends[t.Arch]
	if name == "" {
		return 0, errNoBackend
	}
	l.targets.Lock()
	defer l.targets.Unlock()
	if !l.registered[name] {
		for _, part := range []string{"TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser"} {
			at := l.symbol("LLVMInitialize" + name + part)
			if at == 0 && part != "AsmParser" {
				return 0, errNoBackend
			}
			if at != 0 {
				callC(at)
			}
		}
		l.registered[name] = true
	}
	var target, msg uintptr
	if l.is(fnGetTargetFromTriple, uintptr(unsafe.Pointer(cstring(t.LLVM()))), uintptr(unsafe.Pointer(&target)), uintptr(unsafe.Pointer(&msg))) {
		return 0, errors.New(strings.TrimSpace(l.message(msg)))
	}
	return target, nil
}
