package engine

// Epoch is another value after each removal that waits for calls.
func Epoch(e *Engine) any { return e.calls.now.Load() }
