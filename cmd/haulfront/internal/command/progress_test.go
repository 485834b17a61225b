package command

import (
	"bytes"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// On a terminal, a command that takes more than two seconds says what it is doing, and leaves nothing of that.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		terminal bool
		want     string
	}{
		{true, eraseLine + "page 1 of 2 (2 s)" + eraseLine + "page 2 of 2 (2 s)" + eraseLine + "warning\n" +
			eraseLine + "page 2 of 2 (3 s)" + eraseLine + "done\n"},
		{false, "warning\ndone\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			env := &environment{Stdout: &out, Stderr: &out, Terminal: test.terminal}
			p := env.showProgress("page 1 of 2")
			<-time.After(progressDelay - time.Nanosecond)
			if out.Len() > 0 {
				t.Errorf("after less than %v: %q", progressDelay, out.String())
			}
			<-time.After(100 * time.Millisecond)
			p.say("page %d of 2", 2)
			<-time.After(500 * time.Millisecond)
			fmt.Fprintln(env.Stderr, "warning")
			<-time.After(500 * time.Millisecond)
			p.end()
			<-time.After(time.Minute)
			fmt.Fprintln(env.Stdout, "done")
			if out.String() != test.want {
				t.Errorf("with a terminal %t: %q, want %q", test.terminal, out.String(), test.want)
			}
		})
	}
}
