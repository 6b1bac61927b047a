package remote

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

var (
	// ErrEnded is matched by every error that says that the executor is no more:
	// *[CrashError], *[ExitError], *[EndedError].
	ErrEnded = errors.New("executor has ended")
	// ErrClosed is matched by the errors of an executor, session or pool that was closed.
	ErrClosed = errors.New("closed")
	// ErrUnmapped is matched by the error of a Read or Write of memory that the executor
	// does not have, or may not write.
	ErrUnmapped = errors.New("memory is not mapped")
	// ErrProtocol is matched by the error of an executor whose answer makes no sense, or
	// that speaks another version of the protocol.
	ErrProtocol = errors.New("protocol violation")
	// ErrInsecure is matched by an *[InsecureError].
	ErrInsecure = errors.New("connection is not secured")
	// ErrToken says that the executor did not accept the token.
	ErrToken = errors.New("token is not accepted")
	// ErrNoSandbox says that the executor could not put itself into the sandbox that it was
	// started for.
	ErrNoSandbox = errors.New("no sandbox")
	// ErrDraining says that the executor takes no new work.
	ErrDraining = errors.New("executor is draining")
)

// CrashError says that a signal ended the executor.
type CrashError struct {
	// Signal ended it. 0: the executor's own runtime did, for the reason in Text.
	Signal Signal
	// Code is the signal's si_code, if PCKnown: who sent it and why.
	Code int32
	// Addr is the address whose access failed, if AddrKnown; for SIGILL and SIGFPE that
	// of the instruction.
	Addr      uint64
	AddrKnown bool
	// PC is where the thread was, if PCKnown.
	PC      uint64
	PCKnown bool
	// Where is the function that PC is in, if it is known: of a loaded object, or an
	// external one that was looked up.
	Where Location
	// Stack are the frames of C and loaded code that the thread was in, the innermost first,
	// as far as they are known: Linux on x86-64 and arm64 tells them. Addresses of callers are
	// inside their call.
	Stack []Frame
	// Text is the first line of what the executor's runtime wrote, "" if nothing.
	Text string
	// Output is all that it wrote, registers among it, 64 KiB at most.
	Output string
}

// Frame is a frame of an executor's thread.
type Frame struct {
	PC    uint64
	Where Location // zero: not known
}

// Error gives "executor crashed: SIGSEGV: access to 0x10: in crash+0x8 (f.o), pc 0x7f..".
func (e *CrashError) Error() string {
	var b strings.Builder
	b.WriteString("executor crashed: ")
	if e.Signal != 0 {
		b.WriteString(e.Signal.String())
		if d := e.Signal.describe(); d != "" {
			b.WriteString(" (" + d + ")")
		}
	} else {
		b.WriteString(strings.TrimSpace(e.Text))
	}
	switch {
	case e.AddrKnown:
		fmt.Fprintf(&b, ", address %#x", e.Addr)
	case e.Signal != 0:
		b.WriteString(", address unknown")
	}
	if e.PCKnown {
		b.WriteString(", in " + e.Where.String())
		fmt.Fprintf(&b, " at %#x", e.PC)
		// In a library's code it is of interest who called that.
		for i := range e.Stack {
			if f := &e.Stack[i]; e.Where.Object == "" && f.Where.Object != "" {
				b.WriteString(", called from " + f.Where.String())
				break
			}
		}
	}
	return b.String()
}

// Is matches [ErrEnded].
func (e *CrashError) Is(t error) bool { return t == ErrEnded }

// TargetAddress is PC, for symbolizers.
func (e *CrashError) TargetAddress() (addr uint64, ok bool) { return e.PC, e.PCKnown }

// ExitError says that the loaded code ended the executor by exit, or that the executor
// ended by itself.
type ExitError struct {
	Status int // of exit, 0 to 255 as a rule
}

func (e *ExitError) Error() string { return "executor exited with status " + strconv.Itoa(e.Status) }

// Is matches [ErrEnded].
func (e *ExitError) Is(t error) bool { return t == ErrEnded }

// EndedError says that the executor was ended, or cannot be reached any more.
type EndedError struct {
	Why   string // what happened
	Cause error  // why, nil if Why says all; of a cancelled call its context's cause
}

func (e *EndedError) Error() string {
	s := "executor has ended: " + e.Why
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns [ErrEnded] and the cause.
func (e *EndedError) Unwrap() []error {
	if e.Cause == nil {
		return []error{ErrEnded}
	}
	return []error{ErrEnded, e.Cause}
}

// StartError says that an executor could not be started, or did not answer.
type StartError struct {
	Path   string // the command
	Stderr string // the end of what it wrote there, if that went through this process
	Err    error
}

func (e *StartError) Error() string {
	s := fmt.Sprintf("remote: start %s: %v", e.Path, e.Err)
	if line := strings.TrimSpace(e.Stderr); line != "" {
		s += ": " + line
	}
	return s
}

// Unwrap returns Err.
func (e *StartError) Unwrap() error { return e.Err }

// InsecureError refuses a connection that others could read or take part in.
type InsecureError struct {
	Target string
	Msg    string
}

func (e *InsecureError) Error() string { return fmt.Sprintf("remote: %s: %s", e.Target, e.Msg) }

// Is matches [ErrInsecure].
func (e *InsecureError) Is(t error) bool { return t == ErrInsecure }

// UnsupportedError says what this system or the executor cannot do.
type UnsupportedError struct {
	What string
}

func (e *UnsupportedError) Error() string { return "remote: " + e.What + ": not supported" }

// Is matches [objfmt.ErrUnsupported] and [errors.ErrUnsupported].
func (e *UnsupportedError) Is(t error) bool {
	return t == objfmt.ErrUnsupported || t == errors.ErrUnsupported
}

// ProtocolError reports an answer that makes no sense.
type ProtocolError struct{ Msg string }

func (e *ProtocolError) Error() string { return "remote: executor: " + e.Msg }

// Is matches [ErrProtocol].
func (e *ProtocolError) Is(t error) bool { return t == ErrProtocol }

func protocolError(format string, args ...any) error {
	return &ProtocolError{fmt.Sprintf(format, args...)}
}

// RefusedError is an error that the executor answered with; it goes on. It matches what
// its reason says: [mem.ErrNoSpace], [mem.ErrExecDenied], [ErrUnmapped], [rtdyld.ErrTLS],
// [abi.ErrSignature], [objfmt.ErrUnsupported], [context.Canceled] and others. errors.As makes a
// *[mem.LimitError] or *[mem.RangeError] of it where the executor had one.
type RefusedError struct {
	Verb   string                  // "reserve", "call"
	Code   codes.Code              // of gRPC
	Reason wire.ErrorDetail_Reason // unspecified if it gave none
	Msg    string                  // its words
	Addr   uint64                  // what it is about, as far as Reason has one
	Size   uint64                  // bytes
	Limit  uint64                  // bytes
}

func (e *RefusedError) Error() string {
	s := fmt.Sprintf("executor refused %s: %s", e.Verb, e.Msg)
	if e.Msg == "" {
		s += e.Code.String()
	}
	return s
}

// TargetAddress is Addr, for symbolizers.
func (e *RefusedError) TargetAddress() (addr uint64, ok bool) { return e.Addr, e.Addr != 0 }

// refusals is what errors.Is finds.
var refusals = map[wire.ErrorDetail_Reason]error{
	wire.ErrorDetail_REASON_VERSION:     ErrProtocol,
	wire.ErrorDetail_REASON_INSTANCE:    ErrProtocol,
	wire.ErrorDetail_REASON_TOKEN:       ErrToken,
	wire.ErrorDetail_REASON_NO_SPACE:    mem.ErrNoSpace,
	wire.ErrorDetail_REASON_LIMIT:       mem.ErrNoSpace,
	wire.ErrorDetail_REASON_EXEC_DENIED: mem.ErrExecDenied,
	wire.ErrorDetail_REASON_UNMAPPED:    ErrUnmapped,
	wire.ErrorDetail_REASON_TLS:         rtdyld.ErrTLS,
	wire.ErrorDetail_REASON_SIGNATURE:   abi.ErrSignature,
	wire.ErrorDetail_REASON_IMAGE_BASE:  rtdyld.ErrImageBase,
}

// Is matches the sentinel of the reason.
func (e *RefusedError) Is(t error) bool {
	if s := refusals[e.Reason]; s != nil {
		return t == s
	}
	switch e.Code {
	case codes.Canceled:
		return t == context.Canceled
	case codes.DeadlineExceeded:
		return t == context.DeadlineExceeded
	case codes.Unimplemented:
		return t == objfmt.ErrUnsupported || t == errors.ErrUnsupported
	case codes.Unavailable:
		return t == ErrDraining
	case codes.ResourceExhausted:
		return t == mem.ErrNoSpace
	}
	return false
}

// As makes the error that the executor had, of what came over.
func (e *RefusedError) As(target any) bool {
	switch t := target.(type) {
	case **mem.LimitError:
		if e.Reason == wire.ErrorDetail_REASON_LIMIT {
			*t = &mem.LimitError{What: "executor", Asked: e.Size, Limit: e.Limit}
			return true
		}
	case **mem.RangeError:
		if e.Reason == wire.ErrorDetail_REASON_RANGE {
			*t = &mem.RangeError{Op: e.Verb, Addr: e.Addr, Size: e.Size, Msg: e.Msg}
			return true
		}
	}
	return false
}

// ended is why a context has ended: its cause, matching [context.Canceled] or
// [context.DeadlineExceeded], too.
func ended(ctx context.Context) error {
	cause := context.Cause(ctx)
	if err := ctx.Err(); err != nil && !errors.Is(cause, err) {
		cause = errors.Join(cause, err)
	}
	return cause
}

// cancelled is the error of a request whose context ended while code ran for it.
func cancelled(ctx context.Context, verb string) error {
	return &EndedError{Why: verb + " was cancelled", Cause: ended(ctx)}
}
