//go:build !s390x

package host

// hashWord is a word of DT_HASH.
type hashWord = uint32

const hashBytes = 4
