package host

import "github.com/go-rtdyld/rtdyld/rtdyld/abi"

// Go itself can call what the system has, and be called: there is no need for purego.

func callBest(conv *abi.Convention) (abi.Caller, error) { return abi.PrivateStackFor(conv) }

func callPurego(conv *abi.Convention) (abi.Caller, error) { return callBest(conv) }
