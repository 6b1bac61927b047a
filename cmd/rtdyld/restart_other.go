//go:build !linux || rtdyld_static

package main

// restarted reports that this command has not started itself: threads have the room that they have.
func restarted() bool { return false }

// restart does nothing.
func (c *call) restart(uint64, []byte) {}
