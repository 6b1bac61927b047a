package mem_test

import (
	"context"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem/memtest"
)

// query calls f for all regions of a range.
func query(lo, hi uint64, f func(*windows.MemoryBasicInformation)) {
	for at := uintptr(lo); uint64(at) < hi; {
		var info windows.MemoryBasicInformation
		if windows.VirtualQuery(at, &info, unsafe.Sizeof(info)) != nil {
			return
		}
		f(&info)
		at = info.BaseAddress + info.RegionSize
	}
}

// mappings asks VirtualQuery.
func mappings() ([]memtest.Mapping, error) {
	var list []memtest.Mapping
	query(0, 1<<47, func(info *windows.MemoryBasicInformation) {
		if info.State != windows.MEM_COMMIT || info.Protect == windows.PAGE_NOACCESS {
			return
		}
		m := memtest.Mapping{Lo: uint64(info.BaseAddress), Hi: uint64(info.BaseAddress + info.RegionSize), Read: info.Protect != windows.PAGE_EXECUTE}
		switch info.Protect {
		case windows.PAGE_EXECUTE, windows.PAGE_EXECUTE_READ:
			m.Exec = true
		case windows.PAGE_READWRITE, windows.PAGE_WRITECOPY:
			m.Write = true
		case windows.PAGE_EXECUTE_READWRITE, windows.PAGE_EXECUTE_WRITECOPY:
			// Wine has its own libraries so.
			m.Exec, m.Write = true, info.Type == 0x20000 /* MEM_PRIVATE */ || info.Type == 0x40000 /* MEM_MAPPED */
		}
		list = append(list, m)
	})
	return list, nil
}

// resident sums what is committed.
func resident(_ context.Context, addr, size uint64) (sum uint64, err error) {
	query(addr, addr+size, func(info *windows.MemoryBasicInformation) {
		if info.State == windows.MEM_COMMIT {
			lo, hi := max(uint64(info.BaseAddress), addr), min(uint64(info.BaseAddress+info.RegionSize), addr+size)
			sum += hi - lo
		}
	})
	return sum, nil
}

// memory cannot be told of a section; none of it is given back.
func memory(mem.Mapper) func(ctx context.Context, addr, size uint64) (uint64, error) { return nil }
