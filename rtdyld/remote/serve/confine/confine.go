// Package confine takes rights from the process that it runs in, for good: before code
// runs in it that it does not trust. Each restriction is reported as active or not, with
// the reason, so that whoever asked for it can decide.
//
// Law: knows the system alone.
package confine

// Limits are what a process restricts itself to. The zero value restricts nothing.
type Limits struct {
	// Memory is how many bytes of private writable memory the process may have beside what
	// it has now (RLIMIT_DATA). Memory that it shares with other processes is not counted.
	// An allocation beyond it fails; one of Go's runtime ends the process.
	Memory uint64
	// CPU is how many seconds of processor time it may take from now on. SIGXCPU ends it
	// then (RLIMIT_CPU).
	CPU uint64
	// NoNewPrivileges has no program that it executes get rights by its file
	// (PR_SET_NO_NEW_PRIVS).
	NoNewPrivileges bool
	// Seccomp has the system refuse memory that is writable and executable: mmap, mprotect,
	// pkey_mprotect and shmat with both permissions, a personality that makes all that is
	// readable executable, and system calls of another instruction set. They fail with EPERM.
	// Memory with two addresses, one writable, one executable, is not refused.
	// It implies NoNewPrivileges.
	Seccomp bool
}

// Names of restrictions.
const (
	Memory          = "memory"
	CPU             = "cpu"
	NoNewPrivileges = "no-new-privileges"
	Seccomp         = "seccomp"
	// EmptyEnvironment is for who starts a process; Apply knows nothing of it.
	EmptyEnvironment = "empty-environment"
)

// Restriction tells of one limit that was asked for.
type Restriction struct {
	Name   string
	Active bool
	Reason string // why it is not active
}

// result makes a restriction of the error that setting it had.
func result(name string, err error) Restriction {
	if err != nil {
		return Restriction{Name: name, Reason: err.Error()}
	}
	return Restriction{Name: name, Active: true}
}

// Apply restricts this process, all threads of it, and reports on each limit that is not
// zero. It must be called once.
func Apply(l Limits) (rs []Restriction) {
	if l.Seccomp || l.NoNewPrivileges {
		// The filter brings all threads the other, too.
		err := filter(l.Seccomp)
		if l.NoNewPrivileges {
			rs = append(rs, result(NoNewPrivileges, err))
		}
		if l.Seccomp {
			rs = append(rs, result(Seccomp, err))
		}
	}
	if l.CPU > 0 {
		rs = append(rs, result(CPU, limitCPU(l.CPU)))
	}
	if l.Memory > 0 {
		rs = append(rs, result(Memory, limitMemory(l.Memory)))
	}
	return rs
}
