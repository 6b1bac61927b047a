//go:build !linux

package main

func canGroup() bool { return false }
