package cache

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"
)

// result is what is used of an ActionResult, the message that Bazel's Remote Execution API
// (build.bazel.remote.execution.v2) keeps for an action: its one output file.
//
//	ActionResult   output_files 2: OutputFile, exit_code 4: int32, execution_metadata 9: ExecutedActionMetadata
//	OutputFile     path 1: string, digest 2: Digest
//	Digest         hash 1: string, size_bytes 2: int64
//	ExecutedActionMetadata   worker 1: string
type result struct {
	path string // of the file; relative
	hash string // its SHA-256, 64 small hexadecimal digits
	size int64
}

// Numbers of fields, and the two wire types that they have.
const (
	fieldOutputFiles = 2
	fieldExitCode    = 4
	fieldMetadata    = 9
	fieldPath        = 1
	fieldDigest      = 2
	fieldHash        = 1
	fieldSizeBytes   = 2
	fieldWorker      = 1

	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// encode writes the message as protobuf's encoders do: fields in the order of their
// numbers, zeros left out. It names a worker, since servers may want some field that is
// not zero.
func (r *result) encode() []byte {
	digest := appendBytes(nil, fieldHash, r.hash)
	if r.size != 0 {
		digest = binary.AppendUvarint(append(digest, fieldSizeBytes<<3|wireVarint), uint64(r.size))
	}
	file := appendBytes(appendBytes(nil, fieldPath, r.path), fieldDigest, string(digest))
	msg := appendBytes(nil, fieldOutputFiles, string(file))
	return appendBytes(msg, fieldMetadata, string(appendBytes(nil, fieldWorker, "rtdyld")))
}

func appendBytes(b []byte, field byte, s string) []byte {
	b = binary.AppendUvarint(append(b, field<<3|wireBytes), uint64(len(s)))
	return append(b, s...)
}

// outputPath makes of an object's name the path of an output file: relative, and not
// empty.
func outputPath(name string) string {
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", "_"), "_")
	name = strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, "\\", "/")), "/")
	if name == "" {
		return "object"
	}
	return name
}

// Errors of messages.
var (
	errMessage = errors.New("no protobuf message")
	errResult  = errors.New("no result of a compilation")
)

// decode reads a message and holds it to what servers demand: a relative path that is not
// empty, a hash of 64 hexadecimal digits, a size that is not negative. There must be one
// output file, and the exit code must be 0.
func (r *result) decode(b []byte) error {
	files := 0
	*r = result{}
	err := fields(b, func(field uint64, v uint64, data []byte) error {
		switch field {
		case fieldOutputFiles:
			files++
			return r.decodeFile(data)
		case fieldExitCode:
			if v != 0 || data != nil {
				return fmt.Errorf("%w: exit code %d", errResult, int32(v))
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case files != 1:
		return fmt.Errorf("%w: %d output files", errResult, files)
	case r.path == "" || r.path[0] == '/':
		return fmt.Errorf("%w: path %q", errResult, r.path)
	case r.size < 0:
		return fmt.Errorf("%w: size %d", errResult, r.size)
	}
	if sum, err := hex.DecodeString(r.hash); err != nil || len(sum) != 32 || strings.ToLower(r.hash) != r.hash {
		return fmt.Errorf("%w: hash %q", errResult, r.hash)
	}
	return nil
}

func (r *result) decodeFile(b []byte) error {
	return fields(b, func(field uint64, _ uint64, data []byte) error {
		switch field {
		case fieldPath:
			r.path = string(data)
		case fieldDigest:
			return fields(data, func(field uint64, v uint64, data []byte) error {
				switch field {
				case fieldHash:
					r.hash = string(data)
				case fieldSizeBytes:
					r.size = int64(v)
				}
				return nil
			})
		}
		return nil
	})
}

// fields calls f for the fields of a message: with v for a number, with data, never nil,
// for bytes. Groups, which no message of the API has, are an error.
func fields(b []byte, f func(field, v uint64, data []byte) error) error {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 || tag>>3 == 0 || tag>>3 >= 1<<29 {
			return errMessage
		}
		b = b[n:]
		var v uint64
		var data []byte
		switch tag & 7 {
		case wireVarint:
			if v, n = binary.Uvarint(b); n <= 0 {
				return errMessage
			}
		case wire64:
			n = 8
		case wire32:
			n = 4
		case wireBytes:
			size, k := binary.Uvarint(b)
			if k <= 0 || size > uint64(len(b)-k) {
				return errMessage
			}
			n = k + int(size)
			data = b[k:n:n]
		default:
			return errMessage
		}
		if n > len(b) {
			return errMessage
		}
		b = b[n:]
		if err := f(tag>>3, v, data); err != nil {
			return err
		}
	}
	return nil
}
