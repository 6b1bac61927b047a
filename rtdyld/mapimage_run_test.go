//go:build linux && amd64

package rtdyld_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// runSource counts in data behind a pointer, calls C, reads constants, thread-locals and .bss. Pages of writable data are many, so that what is
// written of them can be told from what is not.
const runSource = `
	.text
	.globl next, length, thread, constructed, sum
next:	movq pointer(%rip), %rax
	incl (%rax)
	movl (%rax), %eax
	ret
length:	subq $8, %rsp
	leaq text(%rip), %rdi
	callq *strlen@GOTPCREL(%rip)
	addq $8, %rsp
	ret
thread:	movq local@GOTTPOFF(%rip), %rax
	incl %fs:(%rax)
	movl %fs:(%rax), %eax
	ret
constructed:
	movl flag(%rip), %eax
	ret
sum:	movl zeros+8188(%rip), %eax
	addl large+65532(%rip), %eax
	ret
init:	movl $5, flag(%rip)
	ret
	.section .rodata
text:	.asciz "seven c"
	.section .data.rel.ro,"aw",@progbits
	.p2align 3
pointer: .quad counter
	.section .init_array,"aw",@init_array
	.quad init
	.data
	.p2align 12
large:	.zero 65532
	.long 3
counter: .long 41
	.bss
flag:	.long 0
zeros:	.zero 8192
	.section .tdata,"awT",@progbits
local:	.long 7
`

// TestMapImageRuns: code of an image runs where the file is mapped. At another base than the recorded one, too, no page of code or constants is this
// process's own, and of data those alone that are written.
func TestMapImageRuns(t *testing.T) {
	citest.Need(t, "/proc/self/smaps")
	path := makeImage(t, runSource)
	ctx := context.Background()
	p, err := host.Open(host.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	for _, away := range []bool{false, true} {
		l, err := rtdyld.New(p.LinkerConfig())
		if err != nil {
			t.Fatal(err)
		}
		img := openImage(t, path)
		o, err := l.MapImage(ctx, img, rtdyld.MapConfig{Elsewhere: away})
		if err != nil {
			t.Fatal(err)
		}
		if at := o.Blocks()[0].Addr; (at == img.Base()) == away {
			t.Errorf("away %v: it is at %#x", away, at)
		}
		dirty := dirtyPages(t, path)
		call := func(name string, want int32) {
			t.Helper()
			s, err := l.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := abi.Func0[int32](caller, s.Addr)
			if err != nil {
				t.Fatal(err)
			}
			if got := f(); got != want {
				t.Errorf("away %v: %s is %d, want %d", away, name, got, want)
			}
		}
		call("constructed", 5)
		call("next", 42)
		call("next", 43)
		call("length", 7)
		call("thread", 8)
		call("thread", 9)
		call("sum", 3)
		for _, m := range dirty {
			most := 0
			switch {
			case m.perm == "r--p" && m.first: // words that hold addresses
				most = 1
			case m.perm == "rw-p": // .data, of 17 pages: flag is in the last
				most = 1
			}
			if m.dirty > most<<2 {
				t.Errorf("away %v: %d KiB of %s at %s are the process's own", away, m.dirty, m.perm, m.where)
			}
		}
		if len(dirty) < 4 {
			t.Errorf("mappings %+v", dirty)
		}
		if err := l.Unload(ctx, o); err != nil {
			t.Fatal(err)
		}
		if left := dirtyPages(t, path); len(left) > 1 { // the file as it is read
			t.Errorf("left mapped: %+v", left)
		}
		img.Close()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// mappingOf is a mapping of a file.
type mappingOf struct {
	where, perm string
	first       bool // of those with words to be written: it was writable
	dirty       int  // KiB that are the process's own
}

// dirtyPages lists the mappings of a file in this process.
func dirtyPages(t *testing.T, path string) (list []mappingOf) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := false
	for s := bufio.NewScanner(f); s.Scan(); {
		fields := strings.Fields(s.Text())
		switch {
		case len(fields) >= 5 && strings.Contains(fields[0], "-"):
			if in = fields[len(fields)-1] == path; in {
				list = append(list, mappingOf{where: fields[0], perm: fields[1]})
			}
		case in && len(fields) == 3 && fields[0] == "Anonymous:": // Private_Dirty counts a file's pages, too, that the system has not written yet
			n, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			list[len(list)-1].dirty = n
		case in && len(fields) > 1 && fields[0] == "VmFlags:":
			list[len(list)-1].first = strings.Contains(fmt.Sprint(fields), " ac") // it counts against what may be written
		}
	}
	return list
}
