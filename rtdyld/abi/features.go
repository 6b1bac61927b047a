package abi

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

// feature is what a processor may have.
type feature struct {
	name string
	has  bool
}

// Features returns what the processor has that compilers make code for, as they call it behind -m or -march, best first: what has
// wider vectors comes first, and of these what has more. On amd64 they are of
//
//	x86-64-v4 avx512vnni avx512bw avx512dq avx512vl avx512f x86-64-v3 avx2 fma f16c avx
//	x86-64-v2 sse4.2 sse4.1 ssse3 sse3 bmi2 bmi lzcnt popcnt movbe adx aes pclmul
//
// on arm64 sve2 sve i8mm dotprod fp16 sha3 lse aes sha2 crc, and nothing elsewhere. A feature is there if the system saves its registers, too.
func Features() []string {
	var list []string
	for _, f := range features(runtime.GOARCH) {
		if f.has {
			list = append(list, f.name)
		}
	}
	return list
}

// features are the features of an instruction set, as this processor has them.
func features(goarch string) []feature {
	switch goarch {
	case "amd64":
		x := &cpu.X86
		v2 := x.HasCX16 && x.HasLAHF && x.HasPOPCNT && x.HasSSE3 && x.HasSSE41 && x.HasSSE42 && x.HasSSSE3
		v3 := v2 && x.HasAVX && x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasF16C && x.HasFMA && x.HasLZCNT && x.HasMOVBE && x.HasOSXSAVE
		v4 := v3 && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512CD && x.HasAVX512DQ && x.HasAVX512VL
		return []feature{
			{"x86-64-v4", v4}, {"avx512vnni", x.HasAVX512VNNI}, {"avx512bw", x.HasAVX512BW}, {"avx512dq", x.HasAVX512DQ},
			{"avx512vl", x.HasAVX512VL}, {"avx512f", x.HasAVX512F}, {"x86-64-v3", v3}, {"avx2", x.HasAVX2}, {"fma", x.HasFMA},
			{"f16c", x.HasF16C}, {"avx", x.HasAVX}, {"x86-64-v2", v2}, {"sse4.2", x.HasSSE42}, {"sse4.1", x.HasSSE41}, {"ssse3", x.HasSSSE3},
			{"sse3", x.HasSSE3}, {"bmi2", x.HasBMI2}, {"bmi", x.HasBMI1}, {"lzcnt", x.HasLZCNT}, {"popcnt", x.HasPOPCNT}, {"movbe", x.HasMOVBE},
			{"adx", x.HasADX}, {"aes", x.HasAES}, {"pclmul", x.HasPCLMULQDQ},
		}
	case "arm64":
		a := &cpu.ARM64
		return []feature{
			{"sve2", a.HasSVE2}, {"sve", a.HasSVE}, {"i8mm", a.HasI8MM}, {"dotprod", a.HasASIMDDP}, {"fp16", a.HasASIMDHP}, {"sha3", a.HasSHA3},
			{"lse", a.HasATOMICS}, {"aes", a.HasAES}, {"sha2", a.HasSHA2}, {"crc", a.HasCRC32},
		}
	}
	return nil
}
