package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// fail is an error with a detail that has a reason alone.
func fail(code codes.Code, reason wire.ErrorDetail_Reason, format string, args ...any) error {
	return failWith(code, &wire.ErrorDetail{Reason: reason}, fmt.Sprintf(format, args...))
}

// maxText is the longest text of an error, in bytes: it travels in a header.
const maxText = 4 << 10

// failWith is an error with a detail.
func failWith(code codes.Code, d *wire.ErrorDetail, text string) error {
	if len(text) > maxText {
		text = text[:maxText] + "..."
	}
	st := status.New(code, strings.ToValidUTF8(text, "\uFFFD")) // names need not be UTF-8
	if with, err := st.WithDetails(d); err == nil {
		st = with
	}
	return st.Err()
}

// badRange is the error for memory that a request must not name.
func badRange(addr, size uint64, what string) error {
	return failWith(codes.InvalidArgument, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_RANGE, Addr: addr, Size: size},
		fmt.Sprintf("%d bytes at %#x: %s", size, addr, what))
}

// badMessage is the error for a request that is not as the protocol has it.
func badMessage(format string, args ...any) error {
	return status.Errorf(codes.InvalidArgument, format, args...)
}

// overLimit is the error for what is more than a limit allows.
func overLimit(what string, asked, limit uint64) error {
	return failWith(codes.ResourceExhausted, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_LIMIT, Size: asked, Limit: limit},
		fmt.Sprintf("%s: %d asked, the limit is %d", what, asked, limit))
}

// busy is the error for memory that another request is at work on.
func busy(addr, size uint64) error {
	return failWith(codes.Aborted, &wire.ErrorDetail{Reason: wire.ErrorDetail_REASON_BUSY, Addr: addr, Size: size},
		fmt.Sprintf("%d bytes at %#x: another request is at work there", size, addr))
}

// unknownID is the error for a number that names nothing.
func unknownID(what string, id uint64) error {
	return fail(codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID, "no %s %d", what, id)
}

// explain turns an error of this executor's parts into one of the protocol. The first
// of joined errors that is known decides.
func explain(err error) error {
	if err == nil {
		return nil
	}
	var s interface{ GRPCStatus() *status.Status }
	if _, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
		return err
	}
	d := &wire.ErrorDetail{}
	code := codes.Internal
	var limit *mem.LimitError
	var system *mem.SystemError
	var action *mem.ActionError
	var result *ResultError
	var bad *mem.RangeError
	var id *mem.IDError
	switch {
	case errors.As(err, &action):
		code = codes.Aborted
		d.Reason, d.Addr, d.Action, d.Dealloc = wire.ErrorDetail_REASON_ACTION, action.Call.Addr, uint32(action.Index), action.Dealloc
		if errors.As(action.Err, &result) {
			d.Result = result.Result
		}
	case errors.As(err, &bad):
		code = codes.InvalidArgument
		d.Reason, d.Addr, d.Size = wire.ErrorDetail_REASON_RANGE, bad.Addr, bad.Size
	case errors.As(err, &id):
		code, d.Reason = codes.NotFound, wire.ErrorDetail_REASON_UNKNOWN_ID
	case errors.As(err, &limit):
		code = codes.ResourceExhausted
		d.Reason, d.Size, d.Limit = wire.ErrorDetail_REASON_LIMIT, limit.Asked, limit.Limit
	case errors.Is(err, mem.ErrExecDenied):
		code, d.Reason = codes.PermissionDenied, wire.ErrorDetail_REASON_EXEC_DENIED
	case errors.Is(err, mem.ErrNoSpace):
		code, d.Reason = codes.ResourceExhausted, wire.ErrorDetail_REASON_NO_SPACE
	case errors.Is(err, rtdyld.ErrImageBase):
		code, d.Reason = codes.FailedPrecondition, wire.ErrorDetail_REASON_IMAGE_BASE
	case errors.Is(err, rtdyld.ErrTLS):
		code, d.Reason = codes.ResourceExhausted, wire.ErrorDetail_REASON_TLS
	case errors.Is(err, abi.ErrSignature), errors.Is(err, abi.ErrArgs), errors.Is(err, abi.ErrNil):
		code, d.Reason = codes.InvalidArgument, wire.ErrorDetail_REASON_SIGNATURE
	case errors.Is(err, objfmt.ErrUnsupported), errors.Is(err, errors.ErrUnsupported):
		code = codes.Unimplemented
	case errors.Is(err, context.Canceled):
		code = codes.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		code = codes.DeadlineExceeded
	case errors.As(err, &s):
		code, d = s.GRPCStatus().Code(), detailOf(s.GRPCStatus())
	}
	if errors.As(err, &system) {
		d.Addr, d.Size = system.Addr, system.Size
	}
	return failWith(code, d, textOf(err))
}

// explainAll is explain of several errors: their texts, and the first's detail.
func explainAll(errs []error) error {
	err := errors.Join(errs...)
	if err == nil {
		return nil
	}
	st := status.Convert(explain(errs[slices.IndexFunc(errs, func(e error) bool { return e != nil })]))
	return failWith(st.Code(), detailOf(st), textOf(err))
}

// detailOf is the detail of a status, an empty one if it has none.
func detailOf(st *status.Status) *wire.ErrorDetail {
	for _, x := range st.Details() {
		if x, ok := x.(*wire.ErrorDetail); ok {
			return x
		}
	}
	return new(wire.ErrorDetail)
}

// textOf is the text of an error in which those of the protocol say what they say, without the code
// that goes besides.
func textOf(err error) string {
	text := err.Error()
	switch e := err.(type) {
	case interface{ GRPCStatus() *status.Status }:
		return e.GRPCStatus().Message()
	case interface{ Unwrap() error }:
		if in := e.Unwrap(); in != nil {
			return strings.Replace(text, in.Error(), textOf(in), 1)
		}
	case interface{ Unwrap() []error }:
		for _, in := range e.Unwrap() {
			text = strings.Replace(text, in.Error(), textOf(in), 1)
		}
	}
	return text
}
