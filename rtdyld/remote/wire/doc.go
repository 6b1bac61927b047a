// Package wire is the protocol between a controller and an executor: the messages and
// the gRPC service of executor.proto, from which an executor can be written in any
// language. All but this file is generated.
//
// Law: nothing is written by hand here but the protocol.
package wire

//go:generate ./generate.sh
