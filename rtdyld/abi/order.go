package abi

import "runtime"

// bigEndian says that a value's low bits are at its end.
const bigEndian = runtime.GOARCH == "s390x" || runtime.GOARCH == "ppc64" || runtime.GOARCH == "mips64" || runtime.GOARCH == "mips"
