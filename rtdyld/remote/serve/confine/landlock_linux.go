package confine

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// writes is all that Landlock knows of changing files, by the version that has it first.
var writes = []struct {
	version uintptr
	access  uint64
}{
	{1, unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM},
	{2, unix.LANDLOCK_ACCESS_FS_REFER},
	{3, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
	{5, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
}

// Landlock restricts the calling thread, the threads it starts and the programs it
// executes by landlock(7): no file can be written to, made, moved or removed that is not
// open; from Linux 6.7 on no TCP socket bound or connected (one of
// Multipath TCP can); from 6.12 on no signal sent to,
// and no abstract Unix socket reached of, a process that is not restricted so. Files can
// be read and executed.
//
// Other threads of the process stay as they are. The caller must be locked to its thread,
// and execute a program to have a process that is restricted as a whole. The errors are
// the system's; unix.ENOSYS and unix.EOPNOTSUPP are those of a kernel without.
func Landlock() error {
	const versionFlag = 1 // LANDLOCK_CREATE_RULESET_VERSION
	version, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, versionFlag)
	if e != 0 {
		return os.NewSyscallError("landlock_create_ruleset", e)
	}
	var attr unix.LandlockRulesetAttr
	for _, w := range writes {
		if version >= w.version {
			attr.Handled_access_fs |= w.access
		}
	}
	if version >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	// Later fields are not for kernels that are older than these headers.
	size := unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	fd, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	runtime.KeepAlive(&attr)
	if e != 0 {
		return os.NewSyscallError("landlock_create_ruleset", e)
	}
	defer unix.Close(int(fd))
	if err := noNewPrivileges(); err != nil {
		return err
	}
	if _, _, e := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0); e != 0 {
		return os.NewSyscallError("landlock_restrict_self", e)
	}
	return nil
}

// CheckLandlock looks whether this process is restricted by [Landlock]: no device that
// anybody may write to can be opened for that.
func CheckLandlock() error {
	fd, err := unix.Open(os.DevNull, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	switch {
	case err == nil:
		return errors.Join(errIgnored, unix.Close(fd))
	case !errors.Is(err, unix.EACCES):
		return fmt.Errorf("open %s: %w", os.DevNull, err)
	}
	return nil
}

// noNewPrivileges is for the calling thread.
func noNewPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
	}
	return nil
}
