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
)

// endLimit is the time that a program has to end.
const endLimit = 20 * time.Second

// A log that nobody reads any more stops neither pages nor quotes nor the end of the program.
func TestLogThatNobodyReads(t *testing.T) {
	for name, leave := range map[string]func(*os.File){
		"the reader stops": func(*os.File) {},
		"the reader goes":  func(log *os.File) { log.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProcess(t, "haulfront")
			log, pipe, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			p.cmd.Stderr = pipe
			p.start(t)
			pipe.Close()
			lines := bufio.NewScanner(log)
			for !strings.Contains(p.log.String(), "msg=serving") {
				if !lines.Scan() {
					t.Fatal("the program ended")
				}
				fmt.Fprintln(p.log, lines.Text())
			}
			p.awaitServing(t)
			leave(log)

			// Each of them is a line of more than 200 bytes; a pipe holds 64 KB.
			client := &http.Client{Timeout: waitLimit}
			var slowest time.Duration
			for i := range 500 {
				began := time.Now()
				answer, err := client.Get(fmt.Sprint(p.url, "/no-such-page-", i, "-", strings.Repeat("x", 200)))
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
			if got := p.press(client, "Ann"); got != http.StatusOK {
				t.Errorf("a quote is answered with %d, want 200", got)
			}
			began := time.Now()
			if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			p.waitEnd(t, endLimit)
			t.Logf("the slowest of 500 answers took %v, the end %v", slowest, time.Since(began))
		})
	}
}

// A terminal that is closed ends the program in order; under nohup it goes on.
func TestHangup(t *testing.T) {
	t.Run("ends", func(t *testing.T) {
		t.Parallel()
		p := runProcess(t, "haulfront")
		if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		p.waitEnd(t, endLimit)
		if !strings.Contains(p.log.String(), "msg=stopping") {
			t.Error("the program ended without stopping in order")
		}
	})
	t.Run("is ignored under nohup", func(t *testing.T) {
		t.Parallel()
		p := runProcess(t, "nohup", "haulfront")
		if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		// A signal that is not ignored is handled before the next one.
		if got := p.press(http.DefaultClient, "Ann"); got != http.StatusOK {
			t.Errorf("after SIGHUP a quote is answered with %d, want 200", got)
		}
		if strings.Contains(p.log.String(), "msg=stopping") {
			t.Error("the program stops")
		}
		p.stop(t)
		p.waitEnd(t, endLimit)
	})
}
