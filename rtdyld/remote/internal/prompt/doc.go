// Package prompt reads sockets whose other end answers soon.
//
// Law: knows the system alone.
package prompt
