// Package house has no code: its tests keep the project's own rules true. Which
// package may import which, what may be depended on, where the operating system
// may be known, that the core builds into a static binary, that the README and the
// table of support say what is so.
//
// Law: a rule that is written down in ARCHITECTURE.md and can be checked is checked
// here.
package house
