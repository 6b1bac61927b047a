package llvm

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// TestMemory: the C library's heap is as it was after a thousand compilations, good and
// bad.
func TestMemory(t *testing.T) {
	eachVersion(t, func(t *testing.T, c *Compiler) {
		// On one thread, since every thread keeps some memory of its own.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		ctx := context.Background()
		source := func(text string) compiler.Source {
			return compiler.Source{Name: "f", Triple: linux(t), Text: []byte(text)}
		}
		good := source(string(chain(3)))
		pieces, err := splitAll(c, ctx, good)
		if err != nil || len(pieces) != 3 {
			t.Fatalf("%v", err)
		}
		garbage := "BC\xc0\xde" + strings.Repeat("garbage ", 1000)
		compiles := func(text string) func() { return func() { c.Compile(ctx, source(text)) } }
		others := []func(){
			compiles("define i32 @f() {\n  ret i33 0\n}\n"),
			compiles("module asm \"nonsense\""),
			compiles(garbage),
			compiles("@llvm.used = appending global [1 x i8] zeroinitializer"),
			compiles("target triple = \"i386-pc-linux\"\n"),
			func() { c.Defines(ctx, good) },
			func() { c.Defines(ctx, pieces[0]) },
			func() { c.Defines(ctx, source(garbage)) },
			func() { splitAll(c, ctx, good) },
		}
		round := func(i int) {
			if _, err := c.Compile(ctx, good); err != nil {
				t.Fatal(err)
			}
			others[i%len(others)]()
		}
		n := 1000
		if citest.Sample() || c.Library() != one(t, Config{}).Library() {
			n = 250
		}
		// LLVM's tables for all grow seldom and more seldom, but what stays of a compilation
		// stays of each: a while must come in which nothing does.
		const window, most = 50, 5000
		const limit = 8 * window // bytes
		begin, done, least := heap(t), 0, int64(1<<62)
		for ; done < n || least > limit && done < most; done += window {
			before := heap(t)
			for i := range window {
				round(i)
			}
			least = min(least, heap(t)-before)
		}
		t.Logf("%d bytes, %d more after %d compilations, at the least %d for %d", begin, heap(t)-begin, done, least, window)
		if least > limit {
			t.Errorf("%d bytes a compilation stay", least/window)
		}
	})
}

// heap is how many bytes malloc has given out.
func heap(t *testing.T) int64 {
	t.Helper()
	info := new([10]uintptr) // struct mallinfo2, whose field uordblks is the eighth
	symbol, err := dlopen("libc.so.6")
	if err != nil {
		t.Fatal(err)
	}
	f := symbol("mallinfo2")
	if f == 0 {
		t.Skip("the C library has no mallinfo2")
	}
	callC(f, pointerTo(info))
	runtime.KeepAlive(info)
	return int64(info[7])
}
