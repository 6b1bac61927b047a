// Package confine takes rights from the process that it runs in, for good: before code
// runs in it that it does not trust. Each restriction is reported as active or not, with
// the reason, so that the caller can decide.
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
	// NoWX has the system refuse memory that is writable and executable: mmap, mprotect,
	// pkey_mprotect and shmat with both permissions, a personality that makes all that is
	// readable executable, and system calls of another instruction set. They fail with EPERM.
	// Memory with two addresses, one writable, one executable, is not refused.
	// It implies NoNewPrivileges.
	NoWX bool
	// Sandbox leaves the process what a computation needs: memory, threads, clocks, signals
	// to itself, and the descriptors that it has. A filter of system calls (seccomp(2)) lets
	// those pass that are known to be harmless and refuses all others: nothing can be
	// opened, created, looked at or changed by a path; there are no new sockets, and nothing
	// is sent on old ones other than by write; no fork, vfork or exec; no signal to another
	// process, and no look at its memory, limits or priorities. clone3, and whatever else is
	// as new, fails with ENOSYS, so that the C library takes an older call whose
	// arguments a filter can see; the others fail with EPERM.
	//
	// It is one wall of several, and no more: loaded code shares the address space with the
	// process that serves it, so that it can do whatever that process may still do, on its
	// sockets too, and a fault of the kernel's in a call that is let through is out of
	// reach. [Landlock] stands behind it. It implies NoNewPrivileges.
	Sandbox bool
}

// Names of restrictions.
const (
	Memory          = "memory"
	CPU             = "cpu"
	NoNewPrivileges = "no-new-privileges"
	NoWX            = "no-wx"
	Sandbox         = "sandbox"
	// Landlocked is that of [Landlock], which comes with Sandbox where the kernel has it.
	Landlocked = "landlock"
	// MemoryOfAll and CPUOfAll are limits that hold for all processes together, which Apply
	// knows nothing of.
	MemoryOfAll = "memory-of-all"
	CPUOfAll    = "cpu-of-all"
	// EmptyEnvironment is for who starts a process; Apply knows nothing of it.
	EmptyEnvironment = "empty-environment"
)

// Restriction describes one limit that was asked for.
type Restriction struct {
	Name   string
	Active bool
	Reason string // why it is not active
}

// Result makes a restriction of the error that setting it had.
func Result(name string, err error) Restriction {
	if err != nil {
		return Restriction{Name: name, Reason: err.Error()}
	}
	return Restriction{Name: name, Active: true}
}

// filterKind is what a filter of system calls refuses.
type filterKind int

const (
	// filterNothing is for what comes with any filter: no new privileges, on all threads.
	filterNothing filterKind = iota
	filterWX
	filterSandbox
)

// Apply restricts this process, all threads of it, and reports on each limit that is not
// zero. It must be called once.
func Apply(l Limits) (rs []Restriction) {
	if l.CPU > 0 {
		rs = append(rs, Result(CPU, limitCPU(l.CPU)))
	}
	if l.Memory > 0 {
		rs = append(rs, Result(Memory, limitMemory(l.Memory)))
	}
	// Each filter is in force beside those before it. The sandbox is last: nothing can be
	// opened then.
	for _, f := range []struct {
		asked bool
		name  string
		kind  filterKind
	}{
		{l.NoNewPrivileges, NoNewPrivileges, filterNothing},
		{l.NoWX, NoWX, filterWX},
		{l.Sandbox, Sandbox, filterSandbox},
	} {
		if f.asked {
			rs = append(rs, Result(f.name, filter(f.kind)))
		}
	}
	return rs
}
