package main

import (
	"debug/elf"
	"maps"
	"slices"
)

// sparcOracles compare with GNU's linker: ld.lld does not know the relocations by which gcc refers to data.
var sparcOracles = []oracle{elfSPARC(elfOracle("elf-sparc64", "elf64_sparc", elf.EM_SPARCV9, oracle{
	inputs: slices.Concat(archives("/usr/sparc64-linux-gnu/lib/", "libc.a", "libm.a"), archives(crossLib+"sparc64-linux-gnu/12/", "libstdc++.a", "libgcc.a"), []library{
		clangOf("clang-19", "pic", "sparc64-linux-gnu", "-fPIC"),
		clangOf("clang-19", "medmid", "sparc64-linux-gnu", "-fno-pic", "-mcmodel=medium"),
	}),
	near:     0x3000_0000,
	branches: map[string]form{"R_SPARC_WDISP30": halfJump, "R_SPARC_WPLT30": halfJump},
	slots: map[string]form{
		"R_SPARC_GOTDATA_OP_HIX22": sparcHigh, "R_SPARC_GOTDATA_OP_LOX10": sparcLow, "R_SPARC_GOTDATA_OP": sparcLoad,
		"R_SPARC_GOT22": sparcSethi, "R_SPARC_GOT10": sparcOr,
	},
	exclude: []exclusion{
		{"R_SPARC_TLS", 0, 4, "thread-local sequence"}, // rewritten to local exec
		{"R_SPARC_GOT", 0, 4, "slot"},
	},
	sections: 16000, relocs: 85000, slotsSeen: 20000,
}))}

// elfSPARC adds to the row what GNU's linker is called with.
func elfSPARC(o oracle) oracle {
	o.names = maps.Clone(o.names)
	o.names["_end"], o.names["__ehdr_start"] = "the end of the output", "the start of the output"
	o.given = map[string]uint64{"_end": 0x3000_0000, "__ehdr_start": 0x3000_0000}
	o.prepare, o.readMap = unmerged, readGNUMap
	o.linker = []string{"sparc64-linux-gnu-ld", "--traditional-format", "--defsym=__dso_handle=0x30000000", "--no-gc-sections", "-static", "-e", "0", "-z", "norelro"}
	return o
}
