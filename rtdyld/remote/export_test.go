package remote

// Directly reports whether calls go on a socket of their own.
func (e *Executor) Directly() bool { return e.direct.Load() != nil }
