package main

import (
	"debug/pe"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

const mingwLib = "/usr/lib/gcc/"

var coffOracles = []oracle{
	coffOracle("coff-amd64", "x64", pe.IMAGE_FILE_MACHINE_AMD64, oracle{
		inputs:  append(mingwArchives("x86_64-w64-mingw32"), clang("msvc", "x86_64-pc-windows-msvc", "-fexceptions", "-fcxx-exceptions")),
		imports: map[string]form{"IMAGE_REL_AMD64_REL32": pcSlot, "IMAGE_REL_AMD64_ADDR64": absSlot},
		// Calls are not told from other references.
		branches: map[string]form{"IMAGE_REL_AMD64_REL32": x86Jump},
		exclude:  []exclusion{{"IMAGE_REL_AMD64_SEC", 0, 4, "number of a section, or offset in one of the linker's"}},
		sections: 6000, relocs: 20000, slotsSeen: 700,
	}),
	coffOracle("coff-i386", "x86", pe.IMAGE_FILE_MACHINE_I386, oracle{
		inputs:   append(mingwArchives("i686-w64-mingw32"), clang("msvc", "i686-pc-windows-msvc", "-fexceptions", "-fcxx-exceptions")),
		imports:  map[string]form{"IMAGE_REL_I386_DIR32": absSlot, "IMAGE_REL_I386_REL32": pcSlot},
		branches: map[string]form{"IMAGE_REL_I386_REL32": x86Jump},
		exclude:  []exclusion{{"IMAGE_REL_I386_SEC", 0, 4, "number of a section, or offset in one of the linker's"}},
		sections: 4000, relocs: 20000, slotsSeen: 7,
	}),
	coffOracle("coff-armnt", "arm", pe.IMAGE_FILE_MACHINE_ARMNT, oracle{
		inputs: []library{clang("msvc", "thumbv7-pc-windows-msvc", "-fno-exceptions"), clang("gnu", "thumbv7-w64-windows-gnu", "-fno-exceptions")},
		branches: map[string]form{
			"IMAGE_REL_ARM_BRANCH24T": thumbJump, "IMAGE_REL_ARM_BLX23T": thumbJump, "IMAGE_REL_ARM_BRANCH20T": thumbJump,
		},
		forgets:  true,
		imports:  map[string]form{"IMAGE_REL_ARM_MOV32T": thumbPair, "IMAGE_REL_ARM_ADDR32": absSlot},
		exclude:  []exclusion{{"IMAGE_REL_ARM_SEC", 0, 4, "number of a section, or offset in one of the linker's"}},
		sections: 400, relocs: 1800, slotsSeen: 7, // few files of a sample have imports
	}),
	coffOracle("coff-arm64", "arm64", pe.IMAGE_FILE_MACHINE_ARM64, oracle{
		inputs: []library{clang("msvc", "aarch64-pc-windows-msvc", "-fexceptions", "-fcxx-exceptions"), clang("gnu", "aarch64-w64-windows-gnu", "-fno-exceptions")},
		branches: map[string]form{
			"IMAGE_REL_ARM64_BRANCH26": a64Jump, "IMAGE_REL_ARM64_BRANCH19": a64Jump, "IMAGE_REL_ARM64_BRANCH14": a64Jump,
		},
		imports: map[string]form{
			"IMAGE_REL_ARM64_PAGEBASE_REL21": pageSlot, "IMAGE_REL_ARM64_PAGEOFFSET_12L": lowSlot, "IMAGE_REL_ARM64_ADDR64": absSlot,
		},
		exclude:  []exclusion{{"IMAGE_REL_ARM64_SEC", 0, 4, "number of a section, or offset in one of the linker's"}},
		sections: 450, relocs: 3500, slotsSeen: 200,
	}),
}

// mingwArchives are libraries of MinGW for one of its two targets.
func mingwArchives(triple string) []library {
	return append(archives("/usr/"+triple+"/lib/", "libmingwex.a", "libmsvcrt.a"),
		archives(mingwLib+triple+"/12-win32/", "libstdc++.a", "libgcc.a")...)
}

// coffBase is where lld-link is told to put images.
const coffBase = 0x1000_0000

// coffOracle adds to a row what lld-link is called with for all targets. It is told
// to link as for MinGW, where sections are associated by their names.
func coffOracle(target, machine string, number uint16, o oracle) oracle {
	i386 := number == pe.IMAGE_FILE_MACHINE_I386
	o.target, o.slotSize = target, 8
	prefix := ""
	if i386 {
		prefix = "_"
	}
	if i386 || number == pe.IMAGE_FILE_MACHINE_ARMNT {
		o.slotSize = 4
	}
	o.linker = []string{
		"lld-link-14", "/machine:" + machine, fmt.Sprintf("/base:%#x", coffBase), "/entry:" + oracleEntry, "/subsystem:console", "/nodefaultlib",
		"/lldmingw", "/opt:noref,noicf,nolldtailmerge", "/call-graph-profile-sort:no", "/safeseh:no", "/ignore:4217",
	}
	o.outputs = func(out, m string) []string { return []string{"/out:" + out, "/lldmap:" + m} }
	o.readMap = func(_ *oracleRun, data []byte) ([]inputPlace, error) {
		return readMapLines(data, coffMapLine, coffBase)
	}
	o.readOut = readCOFFOut
	o.object = func(names []undefinedName) []byte { return coffOpen(number, prefix, names) }
	o.skip = skipCOFF
	o.order = coffOrder
	o.absent = map[string]string{
		".pdata$*":    "function table of a COMDAT group that lld-link drops, since no symbol says where it belongs",
		".eh_frame$*": "unwind table of a COMDAT group that lld-link drops, since no symbol says where it belongs",
	}
	o.given = map[string]uint64{prefix + "__ImageBase": coffBase}
	o.names = map[string]string{}
	for _, name := range []string{"__CTOR_LIST__", "__DTOR_LIST__", "__RUNTIME_PSEUDO_RELOC_LIST__", "__RUNTIME_PSEUDO_RELOC_LIST_END__"} {
		o.given[prefix+name] = coffBase
		o.names[prefix+name] = "table that the linker makes for MinGW"
	}
	return o
}

// skipCOFF leaves out what is there to describe libraries.
func skipCOFF(_ *oracleRun, img *objfmt.ObjectImage, _ nameSet) string {
	if img.Import != nil {
		return "import record"
	}
	for id := range img.Sections {
		if strings.HasPrefix(img.SectionName(objfmt.SectionID(id)), ".idata$") {
			return "part of an import library"
		}
	}
	return ""
}

// coffOrder is where lld-link puts a section among those of its name in its file:
// sections without COMDAT, leaders of groups in the order of their symbols, other
// members in the order of their sections' symbols.
func coffOrder(img *objfmt.ObjectImage, id objfmt.SectionID) int {
	n := img.Sections[id].Group
	if n == 0 {
		return 0
	}
	if g := &img.Groups[n-1]; img.Members[g.First] == id && g.Signature != objfmt.NoSymbol {
		return 1 + int(g.Signature)
	}
	own := slices.IndexFunc(img.Symbols, func(s objfmt.Symbol) bool { return s.Section == id })
	return 1 + len(img.Symbols) + own
}

// coffOpen is an object that defines names, those that are branched to in code. i386
// has a character more in front of them.
func coffOpen(machine uint16, prefix string, names []undefinedName) []byte {
	const align, external, function = 0x50_0000, 2, 0x20
	const thumb = 0x2_0000 // Microsoft PE format, IMAGE_SCN_MEM_16BIT
	f := &objgen.COFF{Machine: machine}
	data := f.Add(objgen.COFFSection{Name: ".open", Flags: 0xc000_0080 | align, Size: uint32(0x40 * len(names))})
	code := f.Add(objgen.COFFSection{Name: ".opentxt", Flags: 0x6000_0020 | thumb | align, Data: make([]byte, 0x40*len(names))})
	for i, n := range names {
		s := objgen.COFFSymbol{Name: n.name, Value: uint32(0x40 * i), Section: data, Class: external}
		if n.name == oracleEntry {
			s.Name = prefix + s.Name
		}
		if n.code {
			s.Section, s.Type = code, function
		}
		f.AddSymbol(s)
	}
	return f.Bytes()
}

// coffImage is an executable.
type coffImage struct {
	memory
	table []byte // of functions
}

// readCOFFOut reads an executable.
func readCOFFOut(path string) (output, error) {
	f, err := pe.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var img coffImage
	for _, s := range f.Sections {
		if s.Characteristics&pe.IMAGE_SCN_CNT_UNINITIALIZED_DATA != 0 {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		if n := int(s.VirtualSize); n > len(data) {
			data = append(data, make([]byte, n-len(data))...)
		}
		img.memory = append(img.memory, part{coffBase + uint64(s.VirtualAddress), data})
		if s.Name == ".pdata" {
			img.table = data[:s.VirtualSize]
		}
	}
	img.sort()
	return &img, nil
}

// base implements output.
func (img *coffImage) base() uint64 { return 0 }

// functions has the entries of the function table by their first word, the address
// of the function.
func (img *coffImage) functions(entry int) map[uint32][]byte {
	m := map[uint32][]byte{}
	for k := 0; k+entry <= len(img.table); k += entry {
		m[binary.LittleEndian.Uint32(img.table[k:])] = img.table[k : k+entry]
	}
	return m
}
