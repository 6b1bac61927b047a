package mem

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

func hostSharing() sharing {
	s := sharing{share: share, fits: fits, again: again, attach: attach, detach: unmap, reveal: protect, punch: punch, own: own, rejoin: rejoin, read: readShared}
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
		s.renew, s.synchronize = renew, synchronizeCores
	}
	return s
}

// share makes a memfd that nobody can run as a program or make smaller, so that
// accesses to its mappings do not fault.
func share(size uint64) (*os.File, error) {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && size > limit.Cur {
		return nil, &SystemError{Op: "ftruncate", Size: size, Err: unix.EFBIG, Kind: ErrNoSpace} // else a signal
	}
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate("rtdyld", flags|unix.MFD_NOEXEC_SEAL)
	if errors.Is(err, unix.EINVAL) { // Linux before 6.3
		fd, err = unix.MemfdCreate("rtdyld", flags)
	}
	if err != nil {
		return nil, descriptorError("memfd_create", size, err)
	}
	f := os.NewFile(uintptr(fd), "memfd:rtdyld")
	if err := unix.Ftruncate(fd, int64(size)); err != nil {
		return nil, errors.Join(descriptorError("ftruncate", size, err), f.Close())
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW); err != nil {
		return nil, errors.Join(descriptorError("seal", size, err), f.Close())
	}
	return f, nil
}

func descriptorError(op string, size uint64, err error) error {
	e := sysError(op, 0, size, err)
	if errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) || errors.Is(err, unix.EFBIG) {
		e.Kind = ErrNoSpace
	}
	return e
}

// again opens the same memory once more.
func again(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, descriptorError("dup", 0, err)
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

func fits(f *os.File, size uint64) error {
	info, err := f.Stat()
	if err != nil {
		return &SystemError{Op: "stat", Size: size, Err: err}
	}
	if uint64(max(info.Size(), 0)) < size {
		return &RangeError{Op: "reserve", Size: size, Msg: fmt.Sprintf("shared memory has %d bytes", info.Size())}
	}
	return nil
}

// attach has one system call, so that nobody else takes the addresses.
func attach(f *os.File, over []byte, writable bool) ([]byte, error) {
	prot := unix.PROT_NONE
	if writable {
		prot = unix.PROT_READ | unix.PROT_WRITE
	}
	at := unsafe.Pointer(unsafe.SliceData(over))
	_, err := unix.MmapPtr(int(f.Fd()), 0, at, uintptr(len(over)), prot, unix.MAP_SHARED|unix.MAP_FIXED|unix.MAP_NORESERVE)
	if err != nil {
		return nil, errors.Join(sysError("mmap", address(over), uint64(len(over)), err), unmap(over))
	}
	return over, nil
}

func punch(f *os.File, off, size uint64) error {
	const how = unix.FALLOC_FL_PUNCH_HOLE | unix.FALLOC_FL_KEEP_SIZE
	if err := unix.Fallocate(int(f.Fd()), how, int64(off), int64(size)); err != nil {
		return sysError("fallocate", off, size, err)
	}
	return nil
}

func own(pages []byte) error {
	const flags = unix.MAP_PRIVATE | unix.MAP_ANON | unix.MAP_FIXED | unix.MAP_NORESERVE
	at, size := unsafe.Pointer(unsafe.SliceData(pages)), uintptr(len(pages))
	if _, err := unix.MmapPtr(-1, 0, at, size, unix.PROT_READ|unix.PROT_WRITE, flags); err != nil {
		return sysError("mmap", address(pages), uint64(size), err)
	}
	return nil
}

func rejoin(f *os.File, off uint64, pages []byte, p prot) error {
	at, size := unsafe.Pointer(unsafe.SliceData(pages)), uintptr(len(pages))
	const flags = unix.MAP_SHARED | unix.MAP_FIXED | unix.MAP_NORESERVE
	if _, err := unix.MmapPtr(int(f.Fd()), int64(off), at, size, unixProt[p], flags); err != nil {
		return sysError("mmap", address(pages), uint64(size), err)
	}
	return nil
}

// readAll is how much readShared reads without a look at what there is.
const readAll = 64 << 10

// readShared reads what there is of large parts, so that the zeros of others take no memory.
func readShared(f *os.File, off uint64, dst []byte) error {
	if len(dst) <= readAll {
		return readPart(f, off, dst)
	}
	for at, end := int64(off), int64(off)+int64(len(dst)); at < end; {
		lo, err := unix.Seek(int(f.Fd()), at, unix.SEEK_DATA)
		if errors.Is(err, unix.ENXIO) || err == nil && lo >= end {
			return nil // nothing but zeros follows
		}
		hi := end
		if err == nil {
			hi, err = unix.Seek(int(f.Fd()), lo, unix.SEEK_HOLE)
		}
		if err != nil {
			return sysError("lseek", off, uint64(len(dst)), err)
		}
		hi = min(hi, end)
		if err := readPart(f, uint64(lo), dst[uint64(lo)-off:uint64(hi)-off]); err != nil {
			return err
		}
		at = hi
	}
	return nil
}

func readPart(f *os.File, off uint64, dst []byte) error {
	if _, err := f.ReadAt(dst, int64(off)); err != nil {
		return sysError("pread", off, uint64(len(dst)), err)
	}
	return nil
}

// Commands of membarrier(2) (linux/membarrier.h).
const (
	membarrierSyncCore     = 1 << 5 // MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE
	membarrierRegisterCore = 1 << 6 // MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE
)

// renew maps pages again where they are mapped. Emulators (QEMU before 8.1) know no
// other way to learn that code has changed, if it was not written at the address where
// it runs.
func renew(f *os.File, off uint64, pages []byte) error {
	return rejoin(f, off, pages, protRX)
}

// synchronizeCores has the processors that run this process synchronize their contexts,
// as the Arm ARM wants of every processor that executes code which was modified under it
// (B2.4.4), by membarrier(2). Kernels without it interrupt the processors all the same
// when a thread is preempted.
func synchronizeCores() {
	if membarrier(membarrierSyncCore) == unix.EPERM && membarrier(membarrierRegisterCore) == 0 {
		membarrier(membarrierSyncCore)
	}
}

func membarrier(cmd uintptr) unix.Errno {
	_, _, e := unix.Syscall(unix.SYS_MEMBARRIER, cmd, 0, 0)
	return e
}
