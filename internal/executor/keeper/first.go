package keeper

import "os"

// tried says that there can be no keeper.
var tried bool

// First is Main of rtdyld-executor where that is a keeper: it does not return then. A program calls it when a package of its own is
// initialized that imports nothing else, before most packages are, which a keeper does not need. before are the
// arguments of the program that come before those of rtdyld-executor.
func First(before, args []string) {
	o, err := Parse(args)
	if err != nil || o.Version || o.Listen != "" || o.Kept {
		return
	}
	o.Before = before
	if status, ok := o.Keep(); ok {
		os.Exit(status)
	}
	tried = true
}
