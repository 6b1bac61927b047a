//go:build linux

// Command many loads very many small objects one after another into one linker, as a compiler that works at run time
// does, and prints what users of it feel: the longest Load, how many names goroutines look up beside it, how much
// memory an object takes, and what is left once all are unloaded.
//
//	go run ./bench/many [-objects 10000] [-names 100] [-gc=false]
//
// Half of an object's calls lead to the object before it. It needs GNU as.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

func main() {
	objects := flag.Int("objects", 10000, "how `many` objects")
	names := flag.Int("names", 100, "how `many` functions in each")
	gc := flag.Bool("gc", true, "with Go's garbage collector")
	profile := flag.String("profile", "", "`file` for a profile of the heap with all objects loaded")
	flag.Parse()
	if !*gc {
		debug.SetGCPercent(-1)
	}
	if err := run(*objects, *names, *profile); err != nil {
		fmt.Fprintln(os.Stderr, "many:", err)
		os.Exit(1)
	}
}

// linked is a linker that objects are loaded into.
type linked struct {
	l     *rtdyld.Linker
	files [][]byte
	all   []*rtdyld.Object
	took  []time.Duration // by each Load
}

// load loads the next object.
func (x *linked) load(ctx context.Context) error {
	i := len(x.took)
	img, err := objfile.Parse(fmt.Sprint("o", i), x.files[i])
	if err != nil {
		return err
	}
	defer img.Close()
	start := time.Now()
	objs, err := x.l.Load(ctx, img)
	x.took = append(x.took, time.Since(start))
	if err != nil {
		return err
	}
	x.all = append(x.all, objs...)
	return x.l.Finalize(ctx, objs...)
}

// run loads, looks up and unloads.
func run(objects, names int, profile string) error {
	ctx := context.Background()
	m, err := mem.New(mem.Config{})
	if err != nil {
		return err
	}
	defer m.Close()
	one, err := template(names)
	if err != nil {
		return err
	}
	x := &linked{files: make([][]byte, objects+objects/10)} // the last ones are loaded beside look-ups
	for i := range x.files {
		x.files[i] = object(one, i+1)
	}
	before, looked := heap(), metric(scanned)
	if x.l, err = rtdyld.New(rtdyld.Config{Memory: m, Workers: 1}); err != nil {
		return err
	}
	begun := processors()
	for range objects {
		if err := x.load(ctx); err != nil {
			return err
		}
	}
	report(x.took)
	fmt.Printf("processors for an object, with parsing, Finalize and the garbage collector: %.1f us\n", us(processors()-begun)/float64(objects))
	if err := x.lookUp(ctx, questions(objects, names)); err != nil {
		return err
	}
	n := float64(len(x.files))
	fmt.Printf("heap: %.0f bytes an object", float64(heap()-before)/n)
	fmt.Printf(", of which the garbage collector reads %.0f\n", float64(metric(scanned)-looked)/n)
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.WriteHeapProfile(f); err != nil {
			return err
		}
	}
	begun = processors()
	for _, o := range slices.Backward(x.all) {
		if err := x.l.Unload(ctx, o); err != nil {
			return err
		}
	}
	x.all = nil
	fmt.Printf("unloaded in %v, heap then: %.1f MB\n", (processors() - begun).Round(time.Millisecond), float64(heap()-before)/1e6)
	runtime.KeepAlive(x)
	return x.l.Close()
}

// lookUp prints how many names are looked up, alone and while the objects that are left are loaded.
func (x *linked) lookUp(ctx context.Context, ask []string) (err error) {
	begun := processors()
	one := rate(x.l, ask, 1, nil)
	used := processors() - begun
	fmt.Printf("look-ups alone: %.2f M/s of one goroutine, %.2f M/s of two, %.0f ns of a processor each\n",
		one, rate(x.l, ask, 2, nil), float64(used.Nanoseconds())/one/1e6)
	beside := rate(x.l, ask, 2, func() bool {
		if len(x.took) == len(x.files) || err != nil {
			return false
		}
		err = x.load(ctx)
		return true
	})
	fmt.Printf("look-ups beside loads: %.2f M/s of two\n", beside)
	return err
}

// report prints means by tenths of the loads, and the longest ones.
func report(took []time.Duration) {
	n := len(took)
	fmt.Print("Load, us, median by tenth:")
	for q := range 10 {
		s := slices.Sorted(slices.Values(took[n*q/10 : n*(q+1)/10]))
		fmt.Printf(" %.1f", float64(s[len(s)/2].Nanoseconds())/1e3)
	}
	s := slices.Sorted(slices.Values(took))
	sum := time.Duration(0)
	for _, d := range s {
		sum += d
	}
	fmt.Printf("\nLoad, us: mean %.1f, 99 of 100 within %.0f, 999 of 1000 %.0f, longest five", us(sum)/float64(n), us(s[n*99/100]), us(s[n*999/1000]))
	for _, d := range s[max(0, n-5):] {
		fmt.Printf(" %.0f", us(d))
	}
	fmt.Println()
}

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }

// rate is how many million names a second some goroutines look up, for a while or as long as beside wants to be called again.
func rate(l *rtdyld.Linker, ask []string, goroutines int, beside func() bool) float64 {
	var n atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	start := time.Now()
	for w := range goroutines {
		wg.Go(func() {
			for i := w; !stop.Load(); i++ {
				for k := range 100 {
					if _, err := l.Lookup(ask[(i*100+k)%len(ask)]); err != nil {
						panic(err)
					}
				}
				n.Add(100)
			}
		})
	}
	if beside == nil {
		time.Sleep(time.Second)
	} else {
		for beside() {
		}
	}
	stop.Store(true)
	wg.Wait()
	return float64(n.Load()) / time.Since(start).Seconds() / 1e6
}

// questions are names of the first objects, in no order.
func questions(objects, names int) []string {
	list := make([]string, 1<<16)
	for i := range list {
		list[i] = function(1+rand.IntN(objects), rand.IntN(names))
	}
	return list
}

func function(object, k int) string { return fmt.Sprintf("f_%08d_%d", object, k) }

// template is an object whose functions call each other and those of the object before: object 1, which calls object 0.
func template(names int) ([]byte, error) {
	var b strings.Builder
	b.WriteString(".text\n")
	for k := range names {
		to := function(1, (k+1)%names)
		if k%2 == 1 {
			to = function(0, k)
		}
		fmt.Fprintf(&b, ".globl %[1]s\n.type %[1]s,@function\n.balign 16\n%[1]s: call %[2]s@PLT\nret\n.size %[1]s, .-%[1]s\n", function(1, k), to)
	}
	dir, err := os.MkdirTemp("", "many")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "a.o")
	as := exec.Command("as", "--64", "-o", out, "-")
	as.Stdin, as.Stderr = strings.NewReader(b.String()), os.Stderr
	if err := as.Run(); err != nil {
		return nil, fmt.Errorf("as: %w", err)
	}
	return os.ReadFile(out)
}

// object is the template with another number. The first one calls itself.
func object(template []byte, i int) []byte {
	before := []byte(fmt.Sprintf("f_%08d_", max(i-1, 1)))
	own := []byte(fmt.Sprintf("f_%08d_", i))
	b := bytes.ReplaceAll(template, []byte("f_00000000_"), []byte("f_########_"))
	b = bytes.ReplaceAll(b, []byte("f_00000001_"), own)
	return bytes.ReplaceAll(b, []byte("f_########_"), before)
}

// processors is the time of processors that the program has used.
func processors() time.Duration {
	var u unix.Rusage
	unix.Getrusage(unix.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// scanned are the bytes of the heap that may have pointers.
const scanned = "/gc/scan/heap:bytes"

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	return metric("/memory/classes/heap/objects:bytes")
}

// metric is one of package runtime/metrics.
func metric(name string) int64 {
	m := []metrics.Sample{{Name: name}}
	metrics.Read(m)
	return int64(m[0].Value.Uint64())
}
