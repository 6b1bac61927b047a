package door

import (
	"errors"
	"math/rand/v2"
	"os"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// rig is a door and a main thread in one process, which adds up arguments. Of the first argument hold it does not answer before
// there is something in release, and of fail it has no result.
type rig struct {
	*Door
	main    Main
	given   chan int
	release chan bool
	ended   chan bool

	mu   sync.Mutex
	seen []int // what was given
}

const (
	hold = 1 << 40
	fail = 1 << 41
)

func newRig(t *testing.T) *rig {
	t.Helper()
	d, f, err := New()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{Door: d, given: make(chan int, 1), release: make(chan bool), ended: make(chan bool)}
	r.main.Init()
	go r.run()
	if err := r.main.Open(f); err != nil {
		t.Fatal(err)
	}
	if err := r.main.Open(f); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second page: %v", err)
	}
	f.Close()
	for { // it moves to the page
		if n, o := r.Call(&Call{}); o == Answered && n == 0 {
			break
		} else if o == Begun {
			r.release <- true
		}
	}
	t.Cleanup(func() {
		r.main.End()
		<-r.ended
		d.Close()
		if _, o := d.Call(&Call{}); o != Refused {
			t.Errorf("a call once it is closed: %v", o)
		}
	})
	return r
}

// run is the main thread.
func (r *rig) run() {
	defer close(r.ended)
	var c Call
	for {
		switch r.main.Wait() {
		case Given:
			r.mu.Lock()
			r.seen = append(r.seen, <-r.given)
			r.mu.Unlock()
			r.main.Free()
		case Called:
			r.main.Take(&c)
			sum := uint64(0)
			for i, a := range c.Args {
				sum += a * uint64(c.Params[i])
			}
			if len(c.Args) > 0 && c.Args[0] == hold {
				<-r.release
			}
			if len(c.Args) > 0 && c.Args[0] == fail {
				r.main.Fail()
			} else if r.main.Answer(sum) {
				continue
			}
			<-r.release // who asks
			r.main.Free()
		case Over:
			return
		}
	}
}

func TestCalls(t *testing.T) {
	r := newRig(t)
	var all sync.WaitGroup
	for g := range uint64(8) {
		all.Go(func() {
			for i := range uint64(200) {
				c := Call{Params: []uint8{1, 2, 3}, Args: []uint64{g, i, g + i}}
				switch n, o := r.Call(&c); o {
				case Answered:
					if n != 4*g+5*i {
						t.Errorf("%d, %d: %d", g, i, n)
					}
				case Begun: // it took long
					r.release <- true
				}
			}
		})
	}
	gave := 0
	all.Go(func() {
		for gave < 100 {
			if r.main.Give() {
				gave++
				r.given <- gave
			}
		}
	})
	all.Wait()
	for !r.main.Give() {
	}
	r.given <- gave + 1
	for !r.main.Give() { // so that the one before is done
	}
	r.given <- 0
	r.mu.Lock() // not for longer: the thread may have the last one yet
	if n := len(r.seen); n < gave+1 || r.seen[gave] != gave+1 {
		t.Errorf("%d given, want %d", n, gave+1)
	}
	r.mu.Unlock()
	many := Call{Params: make([]uint8, MaxParams+1), Args: make([]uint64, MaxParams+1)}
	if _, o := r.Call(&many); o != Refused {
		t.Errorf("%d parameters: %v", len(many.Args), o)
	}
	for i := range MaxParams {
		many.Args[i], many.Params[i] = uint64(i), uint8(i)
	}
	many.Params, many.Args = many.Params[:MaxParams], many.Args[:MaxParams]
	for {
		n, o := r.Call(&many)
		if o == Begun {
			r.release <- true
			continue
		}
		if o == Answered && n != 63*64*127/6 {
			t.Errorf("%d parameters: %d", MaxParams, n)
		}
		if o == Answered {
			return
		}
	}
}

// TestBegun: a call that takes long, and one without a result, are asked for; until that is done the thread has nothing else.
func TestBegun(t *testing.T) {
	for _, first := range []uint64{hold, fail} {
		r := newRig(t)
		for { // until the thread waits
			if _, o := r.Call(&Call{Params: []uint8{1}, Args: []uint64{first}}); o == Begun {
				break
			} else if o == Answered {
				t.Fatal("it was answered")
			}
		}
		if !r.main.Asked() {
			t.Error("it cannot be asked for")
		}
		if _, o := r.Call(&Call{}); o != Refused || r.main.Give() {
			t.Errorf("meanwhile: %v", o)
		}
		if first == hold {
			r.release <- true
		}
		r.release <- true
		for {
			if _, o := r.Call(&Call{}); o == Answered {
				break
			} else if o == Begun {
				r.release <- true
			}
		}
		if r.main.Asked() {
			t.Error("it can still be asked for")
		}
	}
}

// TestHostile: whatever the other side writes, calls return.
func TestHostile(t *testing.T) {
	r := newRig(t)
	r.main.End()
	<-r.ended
	stop := make(chan bool)
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				r.page.set(rand.Uint32N(10))
			}
		}
	}()
	seen := [3]int{}
	for seen[Refused] < 20 || seen[Answered]+seen[Begun] < 20 {
		_, o := r.Call(&Call{Params: []uint8{1}, Args: []uint64{1}})
		seen[o]++
	}
	close(stop)
	<-done
	r.page.n = 255
	var c Call
	r.page.take(&c)
	if len(c.Args) != MaxParams {
		t.Errorf("%d arguments", len(c.Args))
	}
}

// TestSmall: memory that is too small is no page.
func TestSmall(t *testing.T) {
	d, _, err := New()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	f, err := os.Create(t.TempDir() + "/page")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var m Main
	m.Init()
	if err := m.Open(f); err == nil {
		t.Error("an empty file is a page")
	}
}

// TestLayout: processes of different word sizes share a page.
func TestLayout(t *testing.T) {
	var p Page
	if at := [...]uintptr{unsafe.Offsetof(p.addr), unsafe.Offsetof(p.value), unsafe.Offsetof(p.args), unsafe.Offsetof(p.params), unsafe.Sizeof(p)}; at != [...]uintptr{8, 16, 24, 536, 600} {
		t.Errorf("fields are at %d", at)
	}
}
