// Package abitest tests callers of package abi: it has some 150 functions that C
// compilers made, with arguments of every kind in every place, and checks that each gets
// what it was given.
//
// [Run] is for the tests of anything that implements [abi.Caller] in this process.
//
// Law: test code only; nothing but tests imports this package.
package abitest

import (
	"cmp"
	"embed"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// files is position-independent machine code, NAME.bin, with a list of the functions
// in it, NAME.txt, for each convention, made by internal/objgen/regen from
// testdata/hand.c and testdata/gen.go.
//
//go:embed testdata/*.bin testdata/*.txt
var files embed.FS

// sets names the files of each convention.
var sets = []struct {
	conv *abi.Convention
	name string
}{
	{abi.SystemV(), "amd64"},
	{abi.Win64(), "win64"},
	{abi.AAPCS64(), "arm64"},
	{abi.RISCV64(), "riscv64"},
	{abi.RISCV64Soft(), "riscv64_soft"},
	{abi.Loong64(), "loong64"},
	{abi.ELFv2(), "ppc64le"},
	{abi.S390X(), "s390x"},
	{abi.MIPS64(), mips64},
	{abi.MIPS32(), "mipsle"},
	{abi.AAPCS32(), "arm_soft"},
	{abi.AAPCS32VFP(), "arm_vfp"},
	{abi.Cdecl386(), "386"},
}

// Func is a generated function: it mixes its arguments into its result.
type Func struct {
	Name string
	Addr uint64
	Sig  abi.Signature
	seed uint64
}

// Code is the test functions in executable memory. It is never unmapped.
type Code struct {
	Funcs []Func // the generated ones, in order of their names
	addrs map[string]uint64
}

// loaded has what Load mapped.
var loaded struct {
	mu   sync.Mutex
	code map[*abi.Convention]*Code
}

// Load maps the functions that a convention calls, once. Where there are none, or
// the convention is not of this machine, it fails with an *abi.UnsupportedError.
func Load(conv *abi.Convention) (*Code, error) {
	loaded.mu.Lock()
	defer loaded.mu.Unlock()
	if c := loaded.code[conv]; c != nil {
		return c, nil
	}
	i := slices.IndexFunc(sets, func(s struct {
		conv *abi.Convention
		name string
	}) bool {
		return s.conv == conv
	})
	if i < 0 || conv.Entry == 0 {
		return nil, &abi.UnsupportedError{What: "the test functions"}
	}
	c, err := load(sets[i].name)
	if err != nil {
		return nil, err
	}
	if loaded.code == nil {
		loaded.code = make(map[*abi.Convention]*Code)
	}
	loaded.code[conv] = c
	return c, nil
}

// load maps a set of functions.
func load(name string) (*Code, error) {
	code, err := files.ReadFile("testdata/" + name + ".bin")
	if err != nil {
		return nil, err
	}
	list, err := files.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		return nil, err
	}
	base, err := mapCode(code, fixed[name])
	if err != nil {
		return nil, err
	}
	c := &Code{addrs: make(map[string]uint64)}
	for line := range strings.Lines(string(list)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, typ, _ := strings.Cut(rest, " ")
		off, err := strconv.ParseUint(at, 16, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		c.addrs[name] = base + off
		if typ == "" {
			continue
		}
		sig, err := parse(typ)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		seed, err := strconv.ParseUint(name[1:], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		c.Funcs = append(c.Funcs, Func{name, base + off, sig, seed})
	}
	return c, nil
}

// Map puts machine code of this machine where it can run. It is never unmapped.
func Map(code []byte) (uint64, error) { return mapCode(code, 0) }

// mips64 is the set of MIPS's byte order here.
var mips64 = cmp.Or(map[string]string{"mips64": "mips64"}[runtime.GOARCH], "mips64le")

// fixed has the addresses at which functions run that do not run anywhere.
var fixed = map[string]uintptr{"mips64le": 0x20000000, "mips64": 0x20000000, "mipsle": 0x28000000} // the latter behind what Go's heap reserves

// Has tells whether there is a function of testdata/hand.c of this name: some are
// for some machines alone.
func (c *Code) Has(name string) bool { return c.addrs[name] != 0 }

// Addr returns the address of a function of testdata/hand.c. It panics for a name
// that is not there.
func (c *Code) Addr(name string) uint64 {
	a, ok := c.addrs[name]
	if !ok {
		panic("abitest: no function " + name)
	}
	return a
}

// parse reads what abi.Signature.String writes.
func parse(s string) (sig abi.Signature, err error) {
	res, params, ok := strings.Cut(strings.TrimSuffix(s, ")"), "(")
	if !ok {
		return sig, fmt.Errorf("no signature: %q", s)
	}
	if sig.Result, ok = kind(res); !ok {
		return sig, fmt.Errorf("no kind: %q", res)
	}
	if params == "" {
		return sig, nil
	}
	for p := range strings.SplitSeq(params, ", ") {
		k, ok := kind(p)
		if !ok {
			return sig, fmt.Errorf("no kind: %q", p)
		}
		sig.Params = append(sig.Params, k)
	}
	return sig, nil
}

func kind(s string) (abi.Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k abi.Kind) bool { return k.String() == s })
	if i < 0 {
		return abi.None, false
	}
	return Kinds[i], true
}

// Kinds are all kinds of arguments.
var Kinds = []abi.Kind{
	abi.Bool, abi.Int8, abi.Int16, abi.Int32, abi.Int64, abi.Uint8, abi.Uint16, abi.Uint32, abi.Uint64,
	abi.Pointer, abi.Float32, abi.Float64,
}

// Value is what C of this machine sees of a word of a kind, extended to 64 bits.
func Value(k abi.Kind, w uint64) uint64 {
	switch k {
	case abi.Bool:
		return min(w, 1)
	case abi.Int8:
		return uint64(int8(w))
	case abi.Int16:
		return uint64(int16(w))
	case abi.Int32:
		return uint64(int32(w))
	case abi.Uint8:
		return w & 0xff
	case abi.Uint16:
		return w & 0xffff
	case abi.Uint32, abi.Float32:
		return w & 0xffffffff
	case abi.Pointer:
		return uint64(uintptr(w))
	}
	return w
}

// Args gives random words for the arguments, with garbage above narrow ones.
func (f *Func) Args(rng *rand.Rand) []uint64 {
	args := make([]uint64, len(f.Sig.Params))
	for i := range args {
		args[i] = rng.Uint64()
		if f.Sig.Params[i] == abi.Bool && rng.IntN(2) == 0 {
			args[i] = 0
		}
	}
	return args
}

// Want is the result of the function, as gen.go says.
func (f *Func) Want(args []uint64) uint64 {
	h := f.seed
	for i, k := range f.Sig.Params {
		h = (h ^ Value(k, args[i])) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	switch f.Sig.Result {
	case abi.Bool:
		return h & 1
	case abi.Float32:
		return uint64(math.Float32bits(float32(h & 0xffffff)))
	case abi.Float64:
		return math.Float64bits(float64(h & 0xfffffffffff))
	}
	return Value(f.Sig.Result, h)
}
