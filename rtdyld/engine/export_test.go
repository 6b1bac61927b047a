package engine

import (
	"fmt"
	"slices"
)

// Epoch is another value after each removal that waits for calls.
func Epoch(e *Engine) any { return e.calls.now.Load() }

// Left is how many calls of loaded code go on without their callers.
func Left(e *Engine) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.left
}

// Waiting is how many callers wait for a module to be loaded.
func Waiting(m *Module) (n int) {
	m.e.mu.Lock()
	defer m.e.mu.Unlock()
	for _, u := range m.units {
		if u.flight != nil {
			n += u.flight.waiters
		}
	}
	return n
}

// In all tests units come from phase to phase as the graph says.
func init() {
	onPhase = func(from, to phase) {
		if !slices.Contains(follows[from], to) {
			panic(fmt.Sprintf("a unit comes from phase %d to %d", from, to))
		}
	}
}

// Indexed is how many names are in the index, and what is still to be taken out.
func Indexed(e *Engine) int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.index.names) + len(e.index.left)
}

// Number is that of a function's stub.
func Number(e *Engine, name string) uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return uint64(e.switches[name].stub.Number())
}

// Hold has the engine's lock until giveUp is called.
func Hold(e *Engine) (giveUp func()) {
	e.mu.Lock()
	return e.mu.Unlock
}
