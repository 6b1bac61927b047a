package executor_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/executor"
)

// The function is main of a program. What is linked with the executor's configuration runs in a child, which is the same program.
func Example() {
	executor.Init() // the executor is here, and goes no further
	e, err := executor.Start(context.Background(), remote.Command{Limits: remote.Limits{Memory: 1 << 30, CPU: 10 * time.Second}})
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	cfg, err := e.LinkerConfig() // for rtdyld.New
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cfg.Triple)
}
