package remote

import "strconv"

// Signal is a signal's number on Linux (signal(7); those of x86 and ARM).
type Signal int

// signals has name and meaning by number.
var signals = [...][2]string{
	1:  {"SIGHUP", "hangup"},
	2:  {"SIGINT", "interrupt"},
	3:  {"SIGQUIT", "quit"},
	4:  {"SIGILL", "illegal instruction"},
	5:  {"SIGTRAP", "trace trap"},
	6:  {"SIGABRT", "abort"},
	7:  {"SIGBUS", "bus error"},
	8:  {"SIGFPE", "arithmetic exception"},
	9:  {"SIGKILL", "killed"},
	10: {"SIGUSR1", "user-defined signal 1"},
	11: {"SIGSEGV", "segmentation violation"},
	12: {"SIGUSR2", "user-defined signal 2"},
	13: {"SIGPIPE", "broken pipe"},
	14: {"SIGALRM", "alarm clock"},
	15: {"SIGTERM", "terminated"},
	16: {"SIGSTKFLT", "stack fault"},
	17: {"SIGCHLD", "child status"},
	18: {"SIGCONT", "continue"},
	19: {"SIGSTOP", "stop"},
	20: {"SIGTSTP", "keyboard stop"},
	21: {"SIGTTIN", "background read from terminal"},
	22: {"SIGTTOU", "background write to terminal"},
	23: {"SIGURG", "urgent condition on socket"},
	24: {"SIGXCPU", "CPU limit exceeded"},
	25: {"SIGXFSZ", "file size limit exceeded"},
	26: {"SIGVTALRM", "virtual alarm clock"},
	27: {"SIGPROF", "profiling alarm clock"},
	28: {"SIGWINCH", "window size change"},
	29: {"SIGIO", "I/O now possible"},
	30: {"SIGPWR", "power failure"},
	31: {"SIGSYS", "bad system call"},
}

const (
	sigill  Signal = 4
	sigtrap Signal = 5
	sigbus  Signal = 7
	sigfpe  Signal = 8
	sigsegv Signal = 11
)

// String gives "SIGSEGV", or "signal 40".
func (s Signal) String() string {
	if s > 0 && int(s) < len(signals) {
		return signals[s][0]
	}
	return "signal " + strconv.Itoa(int(s))
}

// describe says what the signal means, "" if it has no meaning.
func (s Signal) describe() string {
	if s > 0 && int(s) < len(signals) {
		return signals[s][1]
	}
	return ""
}

// signalNamed returns the signal of a name, 0 if there is none.
func signalNamed(name string) Signal {
	for i, s := range signals {
		if s[0] == name && name != "" {
			return Signal(i)
		}
	}
	return 0
}
