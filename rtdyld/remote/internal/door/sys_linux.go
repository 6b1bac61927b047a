package door

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Operations of futex(2) among threads of several processes (linux/futex.h).
const (
	futexWait = 0
	futexWake = 1
)

// forever is no limit of a sleep.
const forever time.Duration = -1

// sleep has the thread wait until it is woken, for d at most, if *p is v.
func sleep(p *uint32, v uint32, d time.Duration) {
	var limit *unix.Timespec
	if d != forever {
		t := unix.NsecToTimespec(int64(d))
		limit = &t
	}
	_, _, _ = syscall.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(p)), futexWait, uintptr(v), uintptr(unsafe.Pointer(limit)), 0, 0)
}

// wake wakes all that sleep on p.
func wake(p *uint32) {
	const all = 1<<31 - 1
	_, _, _ = syscall.RawSyscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(p)), futexWake, all, 0, 0, 0)
}

// memory makes the file of a page, whose size nobody changes, so that accesses do not fault.
func memory() (*os.File, error) {
	fd, err := unix.MemfdCreate("door", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	f := os.NewFile(uintptr(fd), "door")
	err = f.Truncate(int64(os.Getpagesize()))
	if err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// attach maps the page of a file.
func attach(f *os.File) (*Page, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < int64(unsafe.Sizeof(Page{})) {
		return nil, errors.New("the memory for calls is too small")
	}
	p, err := unix.MmapPtr(int(f.Fd()), 0, nil, unsafe.Sizeof(Page{}), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return (*Page)(p), os.NewSyscallError("mmap", err)
}

func detach(p *Page) { _ = unix.MunmapPtr(unsafe.Pointer(p), unsafe.Sizeof(Page{})) }
