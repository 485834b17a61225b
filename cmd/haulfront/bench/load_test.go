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
	// connections is how many clients ask at the same time, each on a connection of its own. Two for each of two
	// processors keep them busy; with many more, a program without its memo would answer 503 on a slow machine.
	connections = 4
	// rounds is odd, so that there is a median.
	rounds = 3
	// period is how long one server runs in one round, and how long a function is timed.
	period = 1500 * time.Millisecond
)

// exchange is a request as it goes over the wire, and the status that its answer must have.
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

// compareRates returns the requests a second of each target. They take turns, so that a busy minute of the machine falls on all
// of them, and each one's median counts.
func compareRates(b *testing.B, targets []target) []float64 {
	b.Helper()
	return compareRatesOn(b, connections, targets)
}

// compareRatesOn does so on n connections to each.
func compareRatesOn(b *testing.B, n int, targets []target) []float64 {
	b.Helper()
	rates := make([][]float64, len(targets))
	for range rounds {
		for i, r := range targets {
			start := time.Now()
			answered, err := driveOn(n, r.address, []exchange{r.exchange}, func(int64) bool { return time.Since(start) < period })
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

// drive sends the requests of mix over and over, as long as more says so of the number sent before, and returns how many
// were answered. It is written by hand because net/http's client needs more of the machine than the servers do.
func drive(address string, mix []exchange, more func(n int64) bool) (int64, error) {
	return driveOn(connections, address, mix, more)
}

// driveOn does so on n connections.
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

// do sends the request and reads the answer to its end.
func (e exchange) do(conn net.Conn, in *bufio.Reader) error {
	if _, err := conn.Write(e.request); err != nil {
		return err
	}
	status, length := 0, -1
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return fmt.Errorf("read the answer's header: %w", err)
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

// median is the median time of f, called over and over.
func median(b *testing.B, f func(*testing.B)) time.Duration {
	b.Helper()
	f(b) // the first call makes what the others find
	var times []time.Duration
	for begin := time.Now(); time.Since(begin) < period || len(times) < 3; {
		start := time.Now()
		f(b)
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	return times[len(times)/2]
}
