// Package world is where the libraries of generated packages run, which import it: in this process, or with the build tag
// rtdyld_static in a program that is linked statically.
//
// Law: it chooses, and does nothing else; with the tag it does not import package host.
package world
