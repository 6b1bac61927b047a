package gate

import "errors"

var (
	errUnknown = errors.New("no such session")
	errSecond  = errors.New("a session has one socket for descriptors")
)
