package gate

import (
	"os"
	"os/exec"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/internal/child"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote/wire"
)

// ties are what connects a process with this one.
type ties = child.Ties

// startProcess starts the process of a session.
func startProcess(o *Config, instance string) (p *process, err error) {
	p = &process{cmd: exec.Command(o.Path, o.Args...)}
	p.cmd.Args = append(p.cmd.Args, "-instance", instance)
	p.cmd.Env = o.Env
	if o.Descriptors != "" {
		p.cmd.Args = append(p.cmd.Args, "-descriptors", o.Descriptors)
	}
	if p.ties, err = child.Tie(p.cmd, o.Descriptors != ""); err != nil {
		return nil, err
	}
	p.conn = &watched{Conn: p.ties.Conn, broken: make(chan struct{})}
	var std [3]*os.File
	defer func() {
		for _, f := range std {
			f.Close() // of nil it does nothing
		}
		if err != nil {
			p.ties.Close()
			p.closeStdio()
		}
	}()
	for i := range std {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		if i == 0 {
			r, w = w, r
		}
		std[i] = w
		p.stdioFiles = append(p.stdioFiles, r)
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = std[0], std[1], std[2]
	p.stdio = serve.NewStdio(p.stdioFiles[0], p.stdioFiles[1], p.stdioFiles[2])
	err = p.cmd.Start()
	p.ties.Started()
	return p, err
}

// ended says how a process ended.
func (p *process) ended() *wire.End {
	status, signal, crash := p.ties.Ended(p.cmd.ProcessState)
	return &wire.End{Status: int32(status), Signal: int32(signal), Crash: crash}
}
