// Package keeper has the command line of rtdyld-executor, and the process that starts and outlives the one in which loaded code runs.
//
// Law: it needs none of what that process needs, so that it can begin before that is initialized, see [First].
package keeper
