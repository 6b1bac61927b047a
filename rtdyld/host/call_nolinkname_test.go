//go:build linux && amd64 && rtdyld_nolinkname

package host_test

const callsByPurego = true
