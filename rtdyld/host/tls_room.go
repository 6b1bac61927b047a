//go:build linux && (amd64 || arm64 || arm || 386)

package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// glibc keeps some bytes of every thread's static block for libraries that are opened
// late (elf/dl-tls.c, _dl_tls_static_surplus_init): what it reckons that the C library
// itself and a few others need in each of four namespaces, and beside that as much as the
// tunable glibc.rtld.optional_static_tls says, from 2.33 on.

const (
	// roomTunable is the tunable's name.
	roomTunable = "glibc.rtld.optional_static_tls"
	// usualRoom is what the tunable is where nobody sets it, in bytes.
	usualRoom = 512
	// fixedRoom is the rest: 192 bytes in each of three namespaces, 144 in each of four.
	fixedRoom = 3*192 + 4*144
)

// optionalRoom is what the tunable is.
func optionalRoom() uint64 { return tunedRoom(os.Getenv("GLIBC_TUNABLES")) }

func tunedRoom(tunables string) uint64 {
	room := uint64(usualRoom)
	for t := range strings.SplitSeq(tunables, ":") {
		name, value, _ := strings.Cut(t, "=")
		if n, err := strconv.ParseUint(value, 0, 32); err == nil && name == roomTunable {
			room = n
		}
	}
	return room
}

// withRemedies says of an error of the dynamic linker that there is no room for so many
// bytes how much there is in all, and what gives more.
func withRemedies(err error, size uint64) error {
	if err == nil || !strings.Contains(err.Error(), "static TLS block") {
		return err
	}
	now := optionalRoom()
	enough := (now + size + usualRoom + 1023) &^ 1023
	return fmt.Errorf("glibc keeps about %d bytes of each thread for what is loaded late, libraries' too: start the program with GLIBC_TUNABLES=%s=%d in its environment (glibc 2.33 or later), or compile with -femulated-tls, which needs none (%w)",
		fixedRoom+now, roomTunable, enough, err)
}
