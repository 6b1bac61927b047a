package remote

import (
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// conventions are those that the protocol has names for.
var conventions = [...]struct {
	name wire.Convention
	conv *abi.Convention
}{
	{wire.Convention_CONVENTION_SYSV64, abi.SystemV()},
	{wire.Convention_CONVENTION_WIN64, abi.Win64()},
	{wire.Convention_CONVENTION_AAPCS64, abi.AAPCS64()},
	{wire.Convention_CONVENTION_APPLE_ARM64, abi.AppleARM64()},
	{wire.Convention_CONVENTION_AAPCS32, abi.AAPCS32()},
	{wire.Convention_CONVENTION_AAPCS32_VFP, abi.AAPCS32VFP()},
	{wire.Convention_CONVENTION_CDECL386, abi.Cdecl386()},
	{wire.Convention_CONVENTION_RISCV64, abi.RISCV64()},
	{wire.Convention_CONVENTION_RISCV64_SOFT, abi.RISCV64Soft()},
	{wire.Convention_CONVENTION_ELFV2, abi.ELFv2()},
	{wire.Convention_CONVENTION_ELFV2_SOFT, abi.ELFv2Soft()},
	{wire.Convention_CONVENTION_S390X, abi.S390X()},
}

// conventionOf returns the convention of a name, nil if there is none.
func conventionOf(name wire.Convention) *abi.Convention {
	for _, c := range conventions {
		if c.name == name {
			return c.conv
		}
	}
	return nil
}

// wireConvention names a convention. nil is the executor's own.
func wireConvention(conv *abi.Convention) (wire.Convention, error) {
	if conv == nil {
		return wire.Convention_CONVENTION_NATIVE, nil
	}
	for _, c := range conventions {
		if c.conv == conv {
			return c.name, nil
		}
	}
	return 0, &UnsupportedError{"convention " + conv.Name}
}
