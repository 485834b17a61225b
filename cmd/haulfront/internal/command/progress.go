package command

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

const (
	// progressDelay is how long a command takes before it shows its progress.
	progressDelay = 2 * time.Second
	// eraseLine clears the terminal's line (ECMA-48, EL).
	eraseLine = "\r\x1b[K"
)

// progress is a line on a terminal with what a command is doing and for how many seconds. It is there once the command
// has taken progressDelay, and erased before any other output. The zero value shows nothing. It is safe for concurrent
// use.
type progress struct {
	mu    sync.Mutex
	out   io.Writer
	began time.Time
	doing string
	timer *time.Timer // of the next line; nil without a terminal, and at the end
	shown bool
}

// showProgress begins a progress line if standard error is a terminal, until end is called.
func (env *environment) showProgress(doing string) *progress {
	p := &progress{out: env.Stderr, began: time.Now(), doing: doing}
	if env.Terminal {
		env.Stdout, env.Stderr = erasing{p, env.Stdout}, erasing{p, env.Stderr}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.timer = time.AfterFunc(progressDelay, p.show)
	}
	return p
}

// say changes what the command is doing.
func (p *progress) say(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doing = fmt.Sprintf(format, args...)
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil {
		return
	}
	fmt.Fprintf(p.out, "%s%s (%.0f s)", eraseLine, p.doing, time.Since(p.began).Seconds())
	p.shown = true
	p.timer.Reset(time.Second / 2)
}

// end erases the line for good.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	p.erase()
}

func (p *progress) erase() {
	if p.shown {
		fmt.Fprint(p.out, eraseLine)
		p.shown = false
	}
}

// erasing is other output of the command, which erases the line first.
type erasing struct {
	*progress
	out io.Writer
}

func (w erasing) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.erase()
	return w.out.Write(text)
}

// isTerminal reports whether a file is a terminal; /dev/null is a character device, too.
func isTerminal(file *os.File) bool {
	null, _ := os.Stat(os.DevNull)
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, null)
}
