package abi

// win64 is the x64 calling convention of Windows (Microsoft, "x64 calling
// convention") for arguments of up to eight bytes:
//
//	Reg[0..3]   rcx and xmm0, rdx and xmm1, r8 and xmm2, r9 and xmm3
//
// A register of each class has the word, as variadic functions want it. Stack words
// begin above 32 bytes that belong to the function called, and rsp is a multiple
// of 16. Results are in rax and xmm0.
var win64 = Convention{
	Name:       "Windows x64",
	Word:       8,
	Int:        []uint8{0, 1, 2, 3},
	Float:      []uint8{0, 1, 2, 3},
	Positional: true,
	MaxStack:   maxStack,
	Entry:      win64EntryAddr,
	rules:      newWin64,
	goos:       "windows", goarch: "amd64",
}

// Win64 returns the convention of Windows on x86-64, which is also that of
// functions with the attribute ms_abi elsewhere. Its Entry is 0 on other machines.
func Win64() *Convention { return &win64 }
