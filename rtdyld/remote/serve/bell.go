package serve

import (
	"sync/atomic"
	"time"
)

// bell wakes one goroutine. For a moment that one waits in the system, as a thread: to wake it takes a third of the time that
// Go's scheduler takes, to which a goroutine that is locked to its thread goes by two others. Longer it waits as goroutines do,
// and keeps no processor from others.
type bell struct {
	state uint32
	woken chan struct{}
}

const (
	quiet  = iota // nobody waits
	rung          // who waits next need not
	asleep        // in the system
	parked        // in Go
)

// moment is how long a thread sleeps in the system.
const moment = 100 * time.Microsecond

func (b *bell) init() { b.woken = make(chan struct{}, 1) }

// ring wakes who waits, or who will.
func (b *bell) ring() {
	switch atomic.SwapUint32(&b.state, rung) {
	case asleep:
		rouse(&b.state)
	case parked:
		b.woken <- struct{}{}
	}
}

// nap waits for a moment. It reports whether the bell was rung.
func (b *bell) nap() bool {
	if atomic.CompareAndSwapUint32(&b.state, quiet, asleep) {
		sleep(&b.state, asleep, moment)
		if atomic.CompareAndSwapUint32(&b.state, asleep, quiet) {
			return false
		}
	}
	atomic.StoreUint32(&b.state, quiet)
	return true
}

// wait waits until the bell is rung.
func (b *bell) wait() {
	if b.nap() {
		return
	}
	if atomic.CompareAndSwapUint32(&b.state, quiet, parked) {
		<-b.woken
	}
	atomic.StoreUint32(&b.state, quiet)
}
