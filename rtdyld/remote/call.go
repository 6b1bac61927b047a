package remote

import (
	"context"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/door"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// Call calls the function at addr, which must be of the executor's code, and returns the
// bits of its result. args are parallel to the signature's parameters: each has the bits
// of its value in its lowest bytes. A nil convention is the executor's own. Calls may be
// made concurrently.
//
// Cancelling ctx ends the executor, since running code cannot be stopped: the error
// matches the context's cause and [ErrEnded]. Other errors are *[abi.ArgsError],
// *[UnsupportedError], *[RefusedError], and how the executor ended.
func (e *Executor) Call(ctx context.Context, addr uint64, sig abi.Signature, conv *abi.Convention, args ...uint64) (uint64, error) {
	if len(args) != len(sig.Params) {
		return 0, &abi.ArgsError{Want: len(sig.Params), Got: len(args)}
	}
	name, err := wireConvention(conv)
	if err != nil {
		return 0, err
	}
	if err := e.enter(ctx, "call"); err != nil {
		return 0, err
	}
	switch result, outcome := e.callAtOnce(addr, sig, name, args); outcome {
	case door.Answered:
		return result, nil
	case door.Begun:
		return e.request(ctx, &wire.CallRequest{Instance: e.hello.Instance, Begun: true})
	}
	req := &wire.CallRequest{
		Instance: e.hello.Instance, Addr: addr, Convention: name,
		Params: make([]wire.Type, len(sig.Params)), Result: wire.Type(sig.Result), Args: args,
	}
	for i, k := range sig.Params {
		req.Params[i] = wire.Type(k)
	}
	return e.request(ctx, req)
}

// callAtOnce makes a call in the page at which the main thread of a child waits.
func (e *Executor) callAtOnce(addr uint64, sig abi.Signature, conv wire.Convention, args []uint64) (uint64, door.Outcome) {
	if e.door == nil || len(args) > door.MaxParams {
		return 0, door.Refused
	}
	var params [door.MaxParams]uint8
	for i, k := range sig.Params {
		params[i] = uint8(k)
	}
	result, outcome := e.door.Call(&door.Call{Addr: addr, Convention: uint16(conv), Result: uint8(sig.Result), Params: params[:len(args)], Args: args})
	e.lazy.answers.Load() // what functions here did that the call has asked for comes before its end
	return result, outcome
}

// request makes a call by gRPC, or asks for the answer to one that has begun. The executor ends with ctx.
func (e *Executor) request(ctx context.Context, req *wire.CallRequest) (uint64, error) {
	var r *wire.CallReply
	err := e.watch(ctx, "call", 0, func(ctx context.Context) (err error) {
		r, err = e.client.Call(ctx, req)
		return err
	})
	if err != nil {
		return 0, err
	}
	e.told(r.Written)
	return r.Result, nil
}

// told waits for output that the executor says that it has written, if it does.
func (e *Executor) told(w *wire.Written) {
	if w != nil && e.stdio != nil {
		e.stdio.settle(w)
	}
}

// Main calls int main(int argc, char **argv, char **envp) at addr, has C's stdio flushed
// and returns main's result, all of its 32 bits. args begin with the program's name; env
// is what envp has, as "NAME=value", nil for the executor's environment. What the program
// wrote has arrived at the writers of [Config] by then. A *[StdioError] comes with
// main's result.
//
// A program that calls exit ends the executor: that is an *[ExitError]. Cancelling ctx
// ends it, too, as for [Executor.Call].
func (e *Executor) Main(ctx context.Context, addr uint64, args, env []string) (int, error) {
	req := &wire.MainRequest{Instance: e.hello.Instance, Addr: addr, Args: byteStrings(args), Env: byteStrings(env), OwnEnv: env != nil && len(env) == 0}
	var r *wire.MainReply
	err := e.run(ctx, "main", func(ctx context.Context) (err error) {
		r, err = e.client.Main(ctx, req)
		return err
	})
	if err != nil {
		return 0, err
	}
	if e.stdio != nil {
		e.stdio.settle(r.Written)
	}
	if r.Lost != "" {
		return int(r.Status), &StdioError{r.Lost}
	}
	return int(r.Status), nil
}

// StdioError says that the last output of a program could not be written.
type StdioError struct{ Msg string }

func (e *StdioError) Error() string { return "executor: flush stdio: " + e.Msg }

// byteStrings are strings for the wire, where they may have any bytes.
func byteStrings(s []string) [][]byte {
	b := make([][]byte, len(s))
	for i := range s {
		b[i] = []byte(s[i])
	}
	return b
}
