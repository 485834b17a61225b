package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/web"
)

// A client that sends a request slowly, in the head or in the body, is disconnected, and does not delay others.
func TestSlowClient(t *testing.T) {
	t.Parallel()
	site := servertest.Start(t)
	for name, beginning := range map[string]string{
		"head": "POST /quote HTTP/1.1\r\nHost: site\r\nX-Slow: ",
		"body": "POST /quote HTTP/1.1\r\nHost: site\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
			"Content-Length: 10000\r\n\r\nname=",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", site.Address())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			began := time.Now()
			if _, err := io.WriteString(conn, beginning); err != nil {
				t.Fatal(err)
			}
			cut := make(chan struct{})
			go func() {
				defer close(cut)
				_, _ = io.Copy(io.Discard, conn) // an answer, if there is one, and the end
			}()
			drip := time.NewTicker(100 * time.Millisecond)
			defer drip.Stop()
			for {
				select {
				case <-drip.C:
					_, _ = io.WriteString(conn, "a") // after the cut it fails
					if took := time.Since(began); took > web.ReadTimeout+testkit.WaitLimit {
						t.Fatalf("the client is still there after %v", took)
					}
				case <-cut:
					if took := time.Since(began); took < web.ReadTimeout-time.Second {
						t.Errorf("the client was cut off after %v, want %v", took, web.ReadTimeout)
					}
					if answer, _ := site.Post(t, testkit.QuoteForm("")); answer.StatusCode != 422 {
						t.Errorf("another visitor was answered with %d, want 422", answer.StatusCode)
					}
					return
				}
			}
		})
	}
}

// A thousand idle connections do not delay visitors.
func TestIdleConnections(t *testing.T) {
	t.Parallel()
	const idle = 1000
	p := program.RunLazy(t, "haulfront")
	// The first answer of its kind takes longer.
	submit := func(name string) time.Duration {
		began := time.Now()
		if status := p.Submit(http.DefaultClient, name); status != http.StatusOK {
			t.Errorf("%s is answered with %d", name, status)
		}
		return time.Since(began)
	}
	submit("Bob")
	alone := submit("Cal")
	address := p.Address()
	for i := range idle {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if i%2 == 0 {
			continue
		}
		if _, err := io.WriteString(conn, "GET /robots.txt HTTP/1.1\r\nHost: site\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("connection %d is answered with %+v, %v", i, answer, err)
		}
	}
	// A busy machine is slow to one who is alone, too.
	if took := submit("Ann"); took > 5*time.Second+5*alone {
		t.Errorf("a visitor among %d idle connections waited for %v, alone %v", idle, took, alone)
	}
	// The shutdown does not wait for them either, or it would fail: they may stay open for longer than its timeout.
	p.Stop(t)
	p.AwaitEnd(t)
}

// A compressed body is rejected and not decompressed.
func TestGzipBomb(t *testing.T) {
	site := servertest.Start(t)
	var bomb bytes.Buffer
	packer, err := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packer.Write(append([]byte("name="), bytes.Repeat([]byte("a"), 14<<20)...)); err != nil {
		t.Fatal(err)
	}
	if err := packer.Close(); err != nil {
		t.Fatal(err)
	}
	if bomb.Len() > web.MaxBody {
		t.Fatalf("the bomb has %d bytes and would be refused for its size", bomb.Len())
	}
	// A report of a page view may not even be as large as the bomb is packed.
	for path, want := range map[string]int{"/quote": 415, "/pageview": 413} {
		req, err := http.NewRequest(http.MethodPost, site.URL+path, bytes.NewReader(bomb.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Content-Encoding", "gzip")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		runtime.ReadMemStats(&after)
		if answer.StatusCode != want {
			t.Errorf("%s = %d, want %d", path, answer.StatusCode, want)
		}
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 8<<20 {
			t.Errorf("%s allocated %d bytes: it was opened", path, grown)
		}
	}
}

// Suspected spam is quarantined and not delivered, and its sender sees the usual success.
func TestQuarantine(t *testing.T) {
	t.Parallel()
	for name, sign := range map[string][2]string{
		"honeypot with a link": {"subject", "http://spam.example"}, "too fast": {"elapsed", "120"},
	} {
		t.Run(name, func(t *testing.T) {
			site := servertest.Start(t)
			form := testkit.QuoteForm("Bot")
			form.Set(sign[0], sign[1])
			answer, _ := site.Post(t, form)
			to := answer.Header.Get("Location")
			if answer.StatusCode != 303 || !strings.HasPrefix(to, "/?received=hero-form.") {
				t.Errorf("the answer is %d to %q, want the usual success", answer.StatusCode, to)
			}
			form = testkit.QuoteForm("Ann")
			form.Set("elapsed", "800")
			if answer, _ := site.Post(t, form); answer.StatusCode != 303 {
				t.Errorf("a person is answered with %d", answer.StatusCode)
			}
			if sent := site.Calls.Wait(t, 2); !strings.Contains(sent[0].Body, "Ann") {
				t.Errorf("the webhook got %s", sent[0].Body)
			}
			leads := site.Leads(t)
			if len(leads) != 2 || leads[0].Status() != lead.Delivered ||
				leads[1].Status() != lead.Quarantined || leads[1].SpamReason == "" {
				t.Errorf("the journal has %+v", leads)
			}
		})
	}
}
