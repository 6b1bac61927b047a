package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// printHelp prints what the command can do, on standard output.
func (t *tool) printHelp() {
	table, like := t.table(), "llvm-rtdyld"
	if t.action == actJITLink {
		like = "llvm-jitlink"
	}
	fmt.Fprintf(t.stdout, "OVERVIEW: links objects and checks the result by rules, with %s's command line\n\n"+
		"USAGE: %s [options] <input files> --args <program arguments>...\n\nOPTIONS:\n\n", like, t.prog())
	width := 0
	for _, o := range table {
		width = max(width, len(dashed(o.name)+o.value))
	}
	line := func(o *option, indent int) {
		fmt.Fprintf(t.stdout, "%*s%-*s - %s\n", indent, "", width+4-indent, dashed(o.name)+o.value, o.help)
	}
	for i := range table {
		if table[i].group == "" {
			line(&table[i], 2)
		}
	}
	if t.action == actJITLink {
		fmt.Fprint(t.stdout, "\nOptions take one or two dashes. Numbers may begin with 0x, 0b or 0. @FILE stands for the words of FILE.\n")
		return
	}
	fmt.Fprintf(t.stdout, "  %s\n", actionGroup)
	for i := range table {
		if table[i].group != "" {
			line(&table[i], 4)
		}
	}
	fmt.Fprint(t.stdout, "\nOptions take one or two dashes. Numbers may begin with 0x, 0b or 0. Without an input the\n"+
		"standard input is read, as it is for - as input and for -check=-. @FILE stands for the words of FILE.\n")
}

// printVersion prints which version this is, on standard output.
func (t *tool) printVersion() {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	fmt.Fprintf(t.stdout, "%s of github.com/go-rtdyld/rtdyld %s\n  %s, %s/%s\n", t.prog(), version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
