package citest

import (
	"os"
	"os/exec"
	"strings"
)

// Emulator is the environment variable that has the emulator in which the tests of
// another machine run, with its arguments: "qemu-arm -L /usr/arm-linux-gnueabihf". The
// kernel does not know it, so that tests put it in front of programs for that machine.
const Emulator = "RTDYLD_EMULATOR"

// Command is exec.Command for a program made for the machine that the test is made
// for, as the test itself.
func Command(program string, args ...string) *exec.Cmd { return CommandAs("", program, args...) }

// CommandAs is Command with a name for the program other than its path, which is what
// it finds in front of its arguments. "": the path. The emulator must be QEMU.
func CommandAs(name, program string, args ...string) *exec.Cmd {
	words := strings.Fields(os.Getenv(Emulator))
	emulated := len(words) > 0
	if emulated && name != "" {
		words = append(words, "-0", name)
	}
	words = append(append(words, program), args...)
	cmd := exec.Command(words[0], words[1:]...)
	if !emulated && name != "" {
		cmd.Args[0] = name
	}
	return cmd
}
