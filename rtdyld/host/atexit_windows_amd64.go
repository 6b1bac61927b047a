package host

// atExit has nothing to do: on Windows an object's destructors are no library's that exit would call.
type atExit struct{}

var exitDestructors atExit

func (*atExit) register(*libc, []uint64) error { return nil }
func (*atExit) forget(*libc, member)           {}

// threadKeys has nothing to do: names for keys of threads are the system's.
type threadKeys struct{}

var loadedKeys threadKeys

func (*threadKeys) forget(*libc, member) {}
