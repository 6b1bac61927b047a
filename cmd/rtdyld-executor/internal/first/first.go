// Package first begins before other packages of the command are initialized, and is the keeper of "rtdyld-executor" where there is to be one.
//
// Law: it imports the keeper's package alone. Nothing but the command imports it.
package first

import (
	"os"

	"github.com/go-rtdyld/rtdyld/internal/executor/keeper"
)

func init() {
	keeper.First(nil, os.Args[1:])
}
