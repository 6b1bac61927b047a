// Package browser tests the page of a link map in Chromium. It is a module of its own, so that users of the linker do not have what
// only these tests need.
//
// Law: it is tests alone, and nothing imports it.
package browser
