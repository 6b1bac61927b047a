//go:build go1.27

package host

// tlsFunction is the C library's function that finds thread-locals: it takes the offset of a
// tls_index from the GOT, which is in r12, and returns an offset from the thread pointer
// ("ELF Handling For Thread-Local Storage", "S/390").
const tlsFunction = "__tls_get_offset"

// The assembly uses these.
var (
	tlsGetAddrPC uintptr // a C function of a tls_index that returns an address
	//lint:ignore U1000 assembly uses it
	tlsGetOffset uintptr // __tls_get_offset
)

// tlsGetAddr returns a C function of a tls_index that returns the thread-local's address.
func tlsGetAddr(function uintptr) uintptr {
	tlsGetOffset = function
	return tlsGetAddrPC
}
