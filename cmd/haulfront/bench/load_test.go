package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	// connections is the default number of clients: two for each of two processors keep them busy.
	connections = 4
	// rounds is odd, because medians count.
	rounds = 3
	// period is the time that one server runs in one round, and that a function is timed.
	period = 1500 * time.Millisecond
)

// exchange is a request as sent, and the expected status of its response.
type exchange struct {
	request []byte
	status  int
}

func getRequest(path, encoding string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: %s\r\n\r\n", path, encoding)
}

// postOf is a POST of a form from an address.
func postOf(form, from, encoding string, status int) exchange {
	return exchange{status: status, request: fmt.Appendf(nil, "POST /quote HTTP/1.1\r\nHost: localhost\r\n"+
		"X-Forwarded-For: %s\r\nAccept-Encoding: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"+
		"Content-Length: %d\r\n\r\n%s", from, encoding, len(form), form)}
}

// target is a server that is compared with others.
type target struct {
	name, address string
	exchange      exchange
}

// compareRates returns the requests a second of each target on n connections. They take turns, so that a busy minute
// affects all of them, and each one's median counts.
func compareRates(b *testing.B, n int, targets []target) []float64 {
	b.Helper()
	rates := make([][]float64, len(targets))
	for range rounds {
		for i, r := range targets {
			start := time.Now()
			inTime := func(int64) bool { return time.Since(start) < period }
			answered := driveWhile(b, n, r.address, []exchange{r.exchange}, inTime)
			rates[i] = append(rates[i], float64(answered)/time.Since(start).Seconds())
		}
	}
	medians := make([]float64, len(targets))
	for i := range rates {
		medians[i] = middle(rates[i])
	}
	return medians
}

// drive sends n requests of mix.
func drive(b *testing.B, address string, mix []exchange, n int) {
	b.Helper()
	driveWhile(b, connections, address, mix, func(sent int64) bool { return sent < int64(n) })
}

// driveWhile repeats the requests of mix on n connections as long as more returns true for the number already sent, and
// returns the number of responses. It uses no http.Client, which needs more processor time than the servers.
func driveWhile(b *testing.B, n int, address string, mix []exchange, more func(sent int64) bool) int64 {
	b.Helper()
	var sent atomic.Int64
	var clients errgroup.Group
	for range n {
		clients.Go(func() error {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				return err
			}
			defer func() { _ = conn.Close() }()
			in := bufio.NewReaderSize(conn, 64<<10)
			for {
				n := sent.Add(1) - 1
				if !more(n) {
					sent.Add(-1)
					return nil
				}
				if err := mix[n%int64(len(mix))].do(conn, in); err != nil {
					return err
				}
			}
		})
	}
	if err := clients.Wait(); err != nil {
		b.Fatalf("%s: %v", address, err)
	}
	return sent.Load()
}

// do sends the request and reads the whole response.
func (e exchange) do(conn net.Conn, in *bufio.Reader) error {
	if _, err := conn.Write(e.request); err != nil {
		return err
	}
	status, length := 0, -1
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read the response's header: %w", err)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if first {
			_, rest, _ := bytes.Cut(line, []byte(" "))
			status, _ = strconv.Atoi(string(rest[:min(3, len(rest))]))
			continue
		}
		if name, value, _ := bytes.Cut(line, []byte(": ")); bytes.EqualFold(name, []byte("Content-Length")) {
			length, _ = strconv.Atoi(string(value))
		}
	}
	if status != e.status || length < 0 {
		return fmt.Errorf("status %d and length %d, want status %d and a length", status, length, e.status)
	}
	_, err := in.Discard(length)
	return err
}

// median returns the median time of calls of f.
func median(b *testing.B, f func(*testing.B)) time.Duration {
	b.Helper()
	f(b) // fills caches
	var times []time.Duration
	for begin := time.Now(); time.Since(begin) < period || len(times) < 3; {
		start := time.Now()
		f(b)
		times = append(times, time.Since(start))
	}
	return middle(times)
}

// middle sorts values, and returns their median.
func middle[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
