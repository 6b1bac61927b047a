package serve

import (
	"context"
	"runtime"
	"sync"
)

// task is a call of loaded code. done is told on its thread when f has returned; more says that the thread has another.
type task struct {
	f    func() error
	done func(err error, more bool)
}

// worker is the thread that runs what loaded code does one thing after the other.
type worker struct {
	bell bell // rung for the thread

	mu    sync.Mutex
	works bool   // there is such a thread
	idle  bool   // it has nothing to do
	runs  bool   // a task
	long  bool   // what it does may take long: nothing waits for it
	next  []task // what is to be run
	over  bool
}

// Work makes the calling goroutine's thread the one that runs constructors, main and
// calls, until ctx is done or the server closed. At most one goroutine may call it. A
// server without it uses a thread for each call.
func (s *Server) Work(ctx context.Context) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w := &s.worker
	stop := context.AfterFunc(ctx, w.end)
	defer stop()
	w.mu.Lock()
	w.works, w.idle = true, true
	w.mu.Unlock()
	for {
		w.mu.Lock()
		if len(w.next) == 0 {
			over := w.over
			w.works = !over
			w.mu.Unlock()
			if over {
				return
			}
			w.bell.wait()
			continue
		}
		t := w.next[0]
		w.next = append(w.next[:0], w.next[1:]...)
		w.runs = true
		w.mu.Unlock()
		err := t.f()
		w.mu.Lock()
		more := len(w.next) > 0
		w.idle, w.runs, w.long = !more, false, false // before anybody can know that f is done
		w.mu.Unlock()
		t.done(err, more)
	}
}

// end has the thread end.
func (w *worker) end() {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.bell.ring()
}

// give has the thread run t if it is idle. long says that nothing is to wait for that.
func (w *worker) give(t task, long bool) bool {
	w.mu.Lock()
	if !w.works || !w.idle {
		w.mu.Unlock()
		return false
	}
	w.idle, w.long = false, long
	w.next = append(w.next, t)
	w.mu.Unlock()
	w.bell.ring()
	return true
}

// queue has the thread run t when it has run what it has, unless that takes long.
func (w *worker) queue(t task) bool {
	if w.give(t, false) {
		return true
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.works || w.idle || w.long {
		return false
	}
	w.next = append(w.next, t)
	return true
}

// busy reports whether the thread does something short.
func (w *worker) busy() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.works && !w.idle && !w.long
}

// rescue says that what the thread does takes long, and takes what waits for that.
func (w *worker) rescue() []task {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.idle {
		return nil
	}
	w.long = true
	first := 1 // which it is about to begin
	if w.runs {
		first = 0
	}
	waiting := append([]task(nil), w.next[min(first, len(w.next)):]...)
	w.next = w.next[:min(first, len(w.next))]
	return waiting
}
