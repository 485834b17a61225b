package web

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/valyala/fasthttp"
)

// TestUploadSlots checks that one network cannot keep the others from sending photographs, and that slots come back.
func TestUploadSlots(t *testing.T) {
	slots := slots[netip.Prefix]{most: maxUploads, mostEach: maxPeerUploads}
	var frees []func()
	take := func(address string) bool {
		free, ok := slots.take(wideNetworkOf(netip.MustParseAddr(address)))
		frees = append(frees, free)
		return ok
	}
	for i := range maxPeerUploads {
		if !take("192.0.2.1") {
			t.Fatalf("upload %d of an address is refused", i+1)
		}
	}
	if take("192.0.2.1") {
		t.Errorf("an address has more than %d uploads", maxPeerUploads)
	}
	for i := maxPeerUploads; i < maxUploads; i++ {
		if !take(fmt.Sprintf("198.51.100.%d", i)) {
			t.Fatalf("upload %d is refused", i+1)
		}
	}
	if take("203.0.113.1") {
		t.Errorf("there are more than %d uploads", maxUploads)
	}
	for _, free := range frees {
		free()
	}
	if !take("192.0.2.1") || slots.all != 1 || len(slots.each) != 1 {
		t.Errorf("%d uploads of %d networks, want the one", slots.all, len(slots.each))
	}
}

// TestUploadHead checks which requests are handed on, and that the other server reads the same head.
func TestUploadHead(t *testing.T) {
	const form, length = "Content-Type: Multipart/form-data; boundary=b\r\n", "Content-Length: 1000000\r\n"
	for name, test := range map[string]struct {
		line, fields string
		want         bool
	}{
		"a form with files":  {"POST /quote", form + length + "Expect: 100-continue\r\nX-Two: 1\r\nX-Two: 2\r\n", true},
		"a small form":       {"POST /quote", form + "Content-Length: 1000\r\n", false},
		"the largest small":  {"POST /quote", form + fmt.Sprintf("Content-Length: %d\r\n", maxReadBody), false},
		"the smallest large": {"POST /quote", form + fmt.Sprintf("Content-Length: %d\r\n", maxReadBody+1), true},
		"a form of texts":    {"POST /quote", "Content-Type: application/x-www-form-urlencoded\r\n" + length, false},
		"another path":       {"POST /pageview", form + length, false},
		"another method":     {"PUT /quote", form + length, false},
		"of unknown length":  {"POST /quote", form + "Transfer-Encoding: chunked\r\n", false},
		"of a customer":      {"POST /q/token", form + length, true},
		"of a request":       {"POST /office/leads/1", form + length, true},
		"of the site":        {"POST /office/site", form + length, true},
		"of the office":      {"POST /office/new", form + length, false},
		"no address":         {"POST http://[/quote", form + length, false},
		"an address with it": {"POST http://site/quote?a=1", form + length, true},
	} {
		head := test.line + " HTTP/1.1\r\nHost: site\r\n" + test.fields + "\r\n"
		var h fasthttp.RequestHeader
		if err := h.Read(bufio.NewReader(strings.NewReader(head))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		config := limitBody(&h)
		if got := isUpload(&h, announcedLength(&h)); got != test.want || (h.ContentLength() == 0) != test.want {
			t.Errorf("%s: upload %v, length %d, %+v", name, got, h.ContentLength(), config)
		}
		want := strings.Replace(head, "Expect: 100-continue\r\n", "", 1)
		if test.want && string(requestHead(&h)) != want {
			t.Errorf("%s: the head is handed on as\n%s\nwant\n%s", name, requestHead(&h), want)
		}
	}
}

// TestUploadRate checks that an upload is cut off once it is slower than the minimum rate, or takes too long.
func TestUploadRate(t *testing.T) {
	const size = 32 * minUploadRate
	for name, test := range map[string]struct {
		pause      time.Duration // before the first byte
		size, rate int           // rate is in bytes a second
		cut        time.Duration // 0: it arrives whole
	}{
		"at the rate":    {0, size, minUploadRate, 0},
		"after a pause":  {uploadGrace - time.Second, size, minUploadRate, 0},
		"silent":         {uploadGrace + time.Second, size, size, uploadGrace},
		"below the rate": {0, size, minUploadRate / 2, 2 * uploadGrace},
		"endless":        {0, 1 << 30, 2 * minUploadRate, uploadTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := net.Pipe()
				var sender sync.WaitGroup
				sender.Go(func() {
					defer client.Close()
					time.Sleep(test.pause)
					for sent := 0; sent < test.size; sent += test.rate {
						if _, err := client.Write(make([]byte, test.rate)); err != nil {
							return
						}
						time.Sleep(time.Second)
					}
				})
				began := time.Now()
				body, free, _ := new(Server).receive(netip.Prefix{}, server, server)
				defer free()
				n, err := io.Copy(io.Discard, body)
				took := time.Since(began)
				server.Close()
				sender.Wait()
				if errors.Is(err, os.ErrDeadlineExceeded) != (test.cut > 0) || test.cut == 0 && n != int64(test.size) {
					t.Errorf("%d bytes have arrived (%v)", n, err)
				}
				if test.cut > 0 && (took-test.cut).Abs() > time.Second {
					t.Errorf("it is cut off after %s, want about %s", took, test.cut)
				}
			})
		})
	}
}
