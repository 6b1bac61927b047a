//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package callbacks

import (
	"context"
	"sync"
	"sync/atomic"
)

// Do calls f, whose calls of loaded code are made with a context: functions of callbacks that these calls make, on f's
// goroutine, are given it as their first parameter, if that is a context. A panic of a callback with
// [Config.Recover] is Do's error then. Nothing ends loaded code when ctx is done; callbacks can look, and return what has the
// loaded code end.
//
// Calls of Do may be nested; the innermost counts. A goroutine that f or a callback starts is not inside.
func Do(ctx context.Context, f func()) error {
	d := &doing{ctx: ctx, g: goroutine()}
	d.begin()
	defer d.end()
	f()
	return d.err
}

// doing is a call of Do.
type doing struct {
	ctx   context.Context
	g     uintptr
	outer *doing
	err   error // set by its goroutine alone
}

// fail keeps the first error.
func (d *doing) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// doings are the innermost calls of Do of all goroutines, which do not end as long as they are in one, by the runtime's word for each.
var doings struct {
	count atomic.Int64
	parts [16]struct {
		mu sync.Mutex
		of map[uintptr]*doing
	}
}

// begin enters d.
func (d *doing) begin() {
	p := &doings.parts[d.g>>9%16]
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of == nil {
		p.of = map[uintptr]*doing{}
	}
	d.outer = p.of[d.g]
	p.of[d.g] = d
	doings.count.Add(1)
}

// end enters the one around d again.
func (d *doing) end() {
	p := &doings.parts[d.g>>9%16]
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.outer != nil {
		p.of[d.g] = d.outer
	} else {
		delete(p.of, d.g)
	}
	doings.count.Add(-1)
}

// Doing returns how many calls of Do there are.
func Doing() int { return int(doings.count.Load()) }

// currentDo is the innermost call of Do that this goroutine is in, nil if it is in none.
func currentDo() *doing {
	if doings.count.Load() == 0 {
		return nil
	}
	g := goroutine()
	p := &doings.parts[g>>9%16]
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.of[g]
}

// goroutine is the runtime's word for the goroutine that calls, which no other has as long as it is there. It is in assembly.
func goroutine() uintptr
