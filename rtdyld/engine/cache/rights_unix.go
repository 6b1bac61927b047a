//go:build unix

package cache

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// noWait has a file be opened at once, whatever it is: a FIFO without a writer, for one.
const noWait = syscall.O_NONBLOCK

// refused says why others may have written a file or folder; "" if they may not have.
func refused(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok:
		return "the system does not say whose it is"
	case int(st.Uid) != os.Geteuid():
		return fmt.Sprintf("it belongs to user %d, this process to %d", st.Uid, os.Geteuid())
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Sprintf("others may write it (mode %v)", info.Mode())
	}
	return ""
}
