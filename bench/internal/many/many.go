//go:build linux

// Package many loads very many small objects one after another into one linker, as a compiler that works at run time does, and
// measures what users of it feel. Half of an object's calls lead to the object before it.
//
// Law: it measures and prints nothing.
package many

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

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

// Result is what is measured.
type Result struct {
	Took    []time.Duration // by each Load, one after the other
	Life    time.Duration   // of processors for an object: parsing, Load, Finalize, the garbage collector
	LookUp  time.Duration   // of a processor for a look-up
	One     float64         // look-ups, millions a second, of one goroutine
	Two     float64         // of two
	Beside  float64         // of two while objects are loaded
	Heap    float64         // bytes that an object takes
	Scanned float64         // bytes of them that the garbage collector reads
	Gone    time.Duration   // of processors for unloading all
	Left    int64           // bytes of the heap then
}

// Run loads objects of so many functions each, a tenth more while names are looked up, and unloads them. loaded is called
// when all are there; it may be nil.
func Run(ctx context.Context, objects, names int, loaded func() error) (r *Result, err error) {
	m, err := mem.New(mem.Config{})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	one, err := template(names)
	if err != nil {
		return nil, err
	}
	x := &linked{files: make([][]byte, objects+objects/10)} // the last ones are loaded beside look-ups
	for i := range x.files {
		x.files[i] = numbered(one, i+1)
	}
	before, looked := heap(), metric(scanned)
	if x.l, err = rtdyld.New(rtdyld.Config{Memory: m, Workers: 1}); err != nil {
		return nil, err
	}
	begun := processors()
	for range objects {
		if err := x.load(ctx); err != nil {
			return nil, err
		}
	}
	r = &Result{Took: x.took[:objects:objects], Life: (processors() - begun) / time.Duration(objects)}
	if err := x.lookUp(ctx, r, questions(objects, names)); err != nil {
		return nil, err
	}
	n := float64(len(x.files))
	r.Heap = float64(heap()-before) / n
	r.Scanned = float64(metric(scanned)-looked) / n
	if loaded != nil {
		if err := loaded(); err != nil {
			return nil, err
		}
	}
	begun = processors()
	for _, o := range slices.Backward(x.all) {
		if err := x.l.Unload(ctx, o); err != nil {
			return nil, err
		}
	}
	x.all = nil
	r.Gone, r.Left = processors()-begun, heap()-before
	runtime.KeepAlive(x)
	return r, x.l.Close()
}

// lookUp measures how many names are looked up, alone and while the objects that are left are loaded.
func (x *linked) lookUp(ctx context.Context, r *Result, ask []string) (err error) {
	begun := processors()
	r.One = rate(x.l, ask, 1, nil)
	r.LookUp = time.Duration(float64((processors() - begun).Nanoseconds()) / r.One / 1e6)
	r.Two = rate(x.l, ask, 2, nil)
	r.Beside = rate(x.l, ask, 2, func() bool {
		if len(x.took) == len(x.files) || err != nil {
			return false
		}
		err = x.load(ctx)
		return true
	})
	return err
}

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
	return object.Assemble(b.String())
}

// numbered is the template with another number. The first one calls itself.
func numbered(template []byte, i int) []byte {
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
