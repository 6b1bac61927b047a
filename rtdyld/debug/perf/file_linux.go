package perf

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openOwn opens a file for reading and appending, and makes it if there is none. One
// that is older than the process pid was left by an earlier process of that number and
// is replaced. fresh says that the file is new.
func openOwn(path string, pid int) (f *os.File, fresh bool, err error) {
	const flags = os.O_RDWR | os.O_APPEND | syscall.O_NOFOLLOW | syscall.O_NONBLOCK | syscall.O_CLOEXEC
	for range 4 {
		f, err = os.OpenFile(path, flags|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return f, true, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
		if f, err = os.OpenFile(path, flags, 0); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if errors.Is(err, unix.ELOOP) {
			err = unsafeError("is a symbolic link")
		}
		if err != nil {
			break
		}
		info, err2 := f.Stat()
		if err = err2; err == nil {
			err = sameUser(info)
		}
		if err != nil {
			f.Close()
			break
		}
		if born, ok := started(pid); !ok || !modified(info).Before(born.Add(-50*time.Millisecond)) {
			return f, false, nil
		}
		f.Close()
		if err = os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return nil, false, &FileError{path, "create", trim(err)}
}

// reopen opens a file once more, to write in the middle of it.
func reopen(path string, same os.FileInfo) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !os.SameFile(info, same) {
		f.Close()
		return nil, unsafeError("is another file by now")
	}
	return f, nil
}

// sameUser refuses what is no file of this user, or is called by other names, too.
func sameUser(info os.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return unsafeError("is there and no regular file")
	case !ok || int(st.Uid) != os.Geteuid():
		return unsafeError("belongs to another user")
	case st.Nlink != 1:
		return unsafeError(fmt.Sprintf("has %d names", st.Nlink))
	}
	return nil
}

// modified is when a file was, at the latest: where file systems or emulators (qemu-user for
// s390x) know seconds alone, their end.
func modified(info os.FileInfo) time.Time {
	t := info.ModTime()
	if t.Nanosecond() == 0 {
		t = t.Add(time.Second - 1)
	}
	return t
}

// initialized is when this process was there already.
var initialized = time.Now()

// started is when a process began, to a hundredth of a second. Of its own process an emulator
// may tell when the calling thread began (qemu-user).
func started(pid int) (time.Time, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return time.Time{}, false
	}
	// The second field is the program's name, and may have anything in it (proc(5)).
	const field = 22 - 3
	words := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(words) <= field {
		return time.Time{}, false
	}
	ticks, err := strconv.ParseInt(string(words[field]), 10, 64)
	var boot unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot) != nil {
		return time.Time{}, false
	}
	const hz = 100 // USER_HZ of every system that Go knows
	age := time.Duration(boot.Nano()) - time.Duration(ticks)*(time.Second/hz)
	born := time.Now().Add(-age)
	if pid == os.Getpid() && initialized.Before(born) {
		born = initialized
	}
	return born, true
}

// monotonic is the clock of perf record -k mono, in nanoseconds.
func monotonic() uint64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return uint64(t.Nano())
}

// thread is the number of the calling thread.
func thread() uint32 { return uint32(unix.Gettid()) }

// mapMarker maps a page of a file so that it can be executed, which perf records: that
// is how perf inject finds a dump.
func mapMarker(f *os.File) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_EXEC, unix.MAP_PRIVATE)
}

func unmapMarker(b []byte) error { return unix.Munmap(b) }

// available says that this is Linux.
func available(string) error { return nil }
