// Package first begins before other packages of the command are initialized, and is the keeper of "rtdyld executor" where there is to be one.
//
// Law: it imports the keeper's package alone. Nothing but the command imports it.
package first

import (
	"os"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
)

// Executor is the first argument of a command that is rtdyld-executor.
const Executor = "executor"

func init() {
	if len(os.Args) > 1 && os.Args[1] == Executor {
		keeper.First(os.Args[1:2], os.Args[2:])
	}
}
