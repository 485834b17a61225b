package bench

import (
	"net"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

const (
	// roundTrip is that of a phone on a weak network, or on another continent.
	roundTrip = 150 * time.Millisecond
	// segment and firstWindow are TCP's: a sender begins with ten segments, and sends another two for each that is
	// acknowledged (RFC 6928, section 2, and RFC 5681, section 3.1).
	segment     = 1460
	firstWindow = 10 * segment
)

// startNetwork returns an address at which a server is reached over a network with roundTrip: connections take one to
// open, data arrives half of one later, and TCP starts slowly. No data is lost, and the bandwidth is not limited.
func startNetwork(b *testing.B, server string) string {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(b, err)
	b.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // closed
			}
			go connect(client, server)
		}
	}()
	return listener.Addr().String()
}

// connect relays a connection until both sides have ended it.
func connect(client net.Conn, address string) {
	time.Sleep(roundTrip) // for the handshake, which the kernel has made at once
	server, err := net.Dial("tcp", address)
	if err != nil {
		_ = client.Close()
		return
	}
	go relay(server, client)
	relay(client, server)
}

// packet is data on its way. It arrives half a round trip after sent, and its acknowledgment another half later.
type packet struct {
	data []byte
	sent time.Time
}

// relay sends what it reads from one side to the other, until the one ends.
func relay(to, from net.Conn) {
	onTheWay := make(chan packet, 4096)
	defer close(onTheWay)
	go func() {
		for p := range onTheWay {
			time.Sleep(time.Until(p.sent.Add(roundTrip / 2)))
			if _, err := to.Write(p.data); err != nil {
				_ = from.Close() // ends relay, which closes the channel
			}
		}
		_ = to.Close()
	}()
	window, unacknowledged, sum := firstWindow, []packet(nil), 0
	for {
		data := make([]byte, segment)
		n, err := from.Read(data)
		if err != nil {
			return
		}
		for len(unacknowledged) > 0 {
			first := unacknowledged[0]
			wait := time.Until(first.sent.Add(roundTrip))
			if wait > 0 && sum+n <= window {
				break
			}
			time.Sleep(wait)
			unacknowledged, sum, window = unacknowledged[1:], sum-len(first.data), window+len(first.data)
		}
		p := packet{data[:n], time.Now()}
		unacknowledged, sum = append(unacknowledged, p), sum+n
		onTheWay <- p
	}
}
