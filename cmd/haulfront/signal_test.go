package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// endLimit is the time that a program has to end.
const endLimit = 20 * time.Second

// A log that is no longer read stops neither pages nor quotes nor the end of the program.
func TestUnreadLog(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*os.File){
		"the reader stops": func(*os.File) {},
		"the reader goes":  func(log *os.File) { log.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := program.New(t, "haulfront")
			p.Lazy()
			log, pipe, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			p.Cmd.Stderr = pipe
			p.Start(t)
			pipe.Close()
			lines := bufio.NewScanner(log)
			for !strings.Contains(p.Log.String(), "msg=serving") {
				if !lines.Scan() {
					t.Fatal("the program ended")
				}
				fmt.Fprintln(p.Log, lines.Text())
			}
			p.AwaitServing(t)
			leave(log)

			// Each of them is a line of more than 200 bytes; a pipe holds 64 KB.
			client := &http.Client{Timeout: testkit.WaitLimit}
			var slowest time.Duration
			for i := range 500 {
				began := time.Now()
				answer, err := client.Get(fmt.Sprint(p.URL, "/no-such-page-", i, "-", strings.Repeat("x", 200)))
				if err != nil {
					t.Fatalf("after %d unknown paths: %v", i, err)
				}
				_, err = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if err != nil || answer.StatusCode != http.StatusNotFound {
					t.Fatalf("an unknown path is answered with %d, %v", answer.StatusCode, err)
				}
				slowest = max(slowest, time.Since(began))
			}
			if got := p.Submit(client, "Ann"); got != http.StatusOK {
				t.Errorf("a quote is answered with %d, want 200", got)
			}
			began := time.Now()
			if err := p.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			p.AwaitEnd(t)
			t.Logf("the slowest of 500 answers took %v, the end %v", slowest, time.Since(began))
		})
	}
}

// A terminal that is closed ends the program in order; under nohup it goes on.
func TestHangup(t *testing.T) {
	t.Parallel()
	t.Run("ends", func(t *testing.T) {
		t.Parallel()
		p := program.Run(t, "haulfront")
		if err := p.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		p.AwaitEnd(t)
		if !strings.Contains(p.Log.String(), "msg=stopping") {
			t.Error("the program ended without stopping in order")
		}
	})
	t.Run("is ignored under nohup", func(t *testing.T) {
		t.Parallel()
		p := program.RunLazy(t, "nohup", "haulfront")
		if err := p.Cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		// A signal that is not ignored is handled before the next one.
		if got := p.Submit(http.DefaultClient, "Ann"); got != http.StatusOK {
			t.Errorf("after SIGHUP a quote is answered with %d, want 200", got)
		}
		if strings.Contains(p.Log.String(), "msg=stopping") {
			t.Error("the program stops")
		}
		p.Stop(t)
		p.AwaitEnd(t)
	})
}
