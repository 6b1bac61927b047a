// Package frame has the bytes of calls that go beside gRPC, on a socket between two
// processes of one machine (executor.proto, Calls). All numbers have their lowest byte
// first. A frame begins with the size in bytes of the rest, 4 bytes, and a number that the
// controller gives to the call, 8 bytes. A call goes on with
//
//	addr 8, convention 2, result 1, n 1, n parameters of 1 each, n arguments of 8 each
//
// by the numbers of executor.proto, and an answer with one of
//
//	0, result 8
//	1, result 8, stdout 8, stderr 8: the result, and what has been written
//	2, a google.rpc.Status
//
// Answers come in any order. Neither side trusts the other: what is not so is an *[Error].
//
// Law: knows bytes alone, and allocates no more than its caller's buffer.
package frame
