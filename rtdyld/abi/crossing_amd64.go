package abi

// Addresses of the routines in crossing_amd64.s.
var crossPlain, crossTyped, crossList, stackProbe, justReturn uintptr
