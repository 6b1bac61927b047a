//go:build !linux && !rtdyld_static

package main

// keepDescriptors does nothing on other systems.
func keepDescriptors() (back func()) { return func() {} }
