package door

import (
	"os"
	"sync/atomic"
)

// Main is how a thread gets what it is to do: from goroutines of its process and, in a page that is shared, from the controller.
// The thread itself calls Free, Wait, Take, Answer and Fail; other methods may be called concurrently.
type Main struct {
	page atomic.Pointer[Page] // where it waits
	next atomic.Pointer[Page] // where it is to
	over atomic.Bool
}

// Init has the thread be busy.
func (m *Main) Init() { m.page.Store(new(Page)) }

// Open has the thread wait in the memory of f, where calls come, once it has nothing to do. f is the caller's. A thread gets
// one page.
func (m *Main) Open(f *os.File) error {
	p, err := attach(f)
	if err != nil {
		return err
	}
	if !m.next.CompareAndSwap(nil, p) {
		detach(p)
		return os.ErrExist
	}
	m.page.Load().give(nudged)
	return nil
}

// End has the thread end when it has nothing to do.
func (m *Main) End() {
	m.over.Store(true)
	m.page.Load().give(nudged)
}

// Give reports whether the thread has waited: then its next event is [Given].
func (m *Main) Give() bool { return m.page.Load().give(given) }

// Asked reports whether a call has been made whose answer is to be asked for.
func (m *Main) Asked() bool {
	s := m.page.Load().state()
	return s == asked || s == failed
}

// Event is what the thread is to do.
type Event int

const (
	Given  Event = iota // what a goroutine has for it
	Called              // a call, which has to be answered
	Over                // nothing more
)

// Free says that the thread has nothing to do.
func (m *Main) Free() { m.page.Load().set(idle) }

// Wait waits until the thread has something to do. It is busy then.
func (m *Main) Wait() Event {
	for {
		p := m.page.Load()
		// What others change they change before they look at the state, and this thread after.
		if n := m.next.Load(); m.over.Load() || n != nil && n != p {
			if p.change(idle, busy) || p.change(answered, busy) {
				if m.over.Load() {
					return Over
				}
				m.page.Store(n)
				n.set(idle)
				continue
			}
		}
		switch s := p.state(); s {
		case idle, answered:
			sleep(&p.word, s, forever)
		case given:
			p.set(busy)
			return Given
		case called, asked:
			return Called
		default:
			p.set(idle)
		}
	}
}

// Take reads the call to the memory of c.
func (m *Main) Take(c *Call) { m.page.Load().take(c) }

// Answer answers the call, after which the thread has nothing to do. It reports false if the answer has to be given to the one
// that asks for it.
func (m *Main) Answer(result uint64) bool {
	p := m.page.Load()
	p.value = result
	return p.reply(answered)
}

// Fail says that there is no result, but an error for the one that asks for it.
func (m *Main) Fail() { m.page.Load().reply(failed) }

func (p *Page) reply(state uint32) bool {
	if !p.change(called, state) {
		return false
	}
	wake(&p.word)
	return true
}
