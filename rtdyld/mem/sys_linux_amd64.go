package mem

import "golang.org/x/sys/unix"

// flagLow has mmap(2) choose an address below 2 GiB.
const flagLow = unix.MAP_32BIT
