//go:build linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)

package host

import (
	"fmt"
	"os"
	"strings"
)

// glibc keeps some bytes of every thread's static block for libraries that are opened
// late (elf/dl-tls.c, _dl_tls_static_surplus_init): what it reckons that the C library
// itself and a few others need in each of four namespaces, and beside that as much as the
// tunable glibc.rtld.optional_static_tls says, from 2.33 on.

// fixedSurplus is what there is beside the tunable: 192 bytes in each of three namespaces, 144 in each of four.
const fixedSurplus = 3*192 + 4*144

// startTunables are those that the process has begun with, when glibc reads them.
var startTunables = os.Getenv(tunablesVariable)

// optionalSurplus is what the tunable is.
func optionalSurplus() uint64 { return tunedSurplus(startTunables) }

// withRemedies says of an error of the dynamic linker that there is no room for so many
// bytes how much there is in all, and what gives more.
func withRemedies(err error, size uint64) error {
	if err == nil || !strings.Contains(err.Error(), "static TLS block") {
		return err
	}
	now := optionalSurplus()
	enough := (now + size + usualSurplus + 1023) &^ 1023
	return fmt.Errorf("glibc keeps about %d bytes of each thread for what is loaded late, libraries' too: start the program with GLIBC_TUNABLES=%s=%d in its environment (glibc 2.33 or later), or compile with -femulated-tls, which needs none (%w)",
		fixedSurplus+now, surplusTunable, enough, err)
}
