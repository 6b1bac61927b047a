// Package child has what connects an executor with the process that starts it: sockets for
// requests and for descriptors, a file for the text of a crash, and a pipe whose end is the
// executor's.
//
// Law: knows processes and descriptors, nothing of the protocol.
package child
