package bench

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	// connections is the default number of clients. Two for each of two processors keep them busy; with many more, a
	// program without its memo would respond with 503 on a slow machine.
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

// target is a server that is compared with others.
type target struct {
	name, address string
	exchange      exchange
}

// compareRates returns the requests a second of each target. They take turns, so that a busy minute affects all of
// them, and each one's median counts.
func compareRates(b *testing.B, targets []target) []float64 {
	b.Helper()
	return compareRatesOn(b, connections, targets)
}

// compareRatesOn is compareRates with n connections to each target.
func compareRatesOn(b *testing.B, n int, targets []target) []float64 {
	b.Helper()
	rates := make([][]float64, len(targets))
	for range rounds {
		for i, r := range targets {
			start := time.Now()
			inTime := func(int64) bool { return time.Since(start) < period }
			answered, err := driveOn(n, r.address, []exchange{r.exchange}, inTime)
			if err != nil {
				b.Fatalf("%s: %v", r.name, err)
			}
			rates[i] = append(rates[i], float64(answered)/time.Since(start).Seconds())
		}
	}
	medians := make([]float64, len(targets))
	for i := range rates {
		slices.Sort(rates[i])
		medians[i] = rates[i][rounds/2]
	}
	return medians
}

// drive repeats the requests of mix as long as more returns true for the number already sent, and returns the number of
// responses. It uses no http.Client, which needs more processor time than the servers.
func drive(address string, mix []exchange, more func(n int64) bool) (int64, error) {
	return driveOn(connections, address, mix, more)
}

// driveOn is drive with n connections.
func driveOn(n int, address string, mix []exchange, more func(n int64) bool) (int64, error) {
	var sent atomic.Int64
	var clients sync.WaitGroup
	errs := make(chan error, n)
	for range n {
		clients.Go(func() {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				errs <- err
				return
			}
			defer func() { _ = conn.Close() }()
			in := bufio.NewReaderSize(conn, 64<<10)
			for {
				n := sent.Add(1) - 1
				if !more(n) {
					sent.Add(-1)
					return
				}
				if err := mix[n%int64(len(mix))].do(conn, in); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	clients.Wait()
	select {
	case err := <-errs:
		return 0, err
	default:
		return sent.Load(), nil
	}
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
	slices.Sort(times)
	return times[len(times)/2]
}
