package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"pgregory.net/rapid"
)

// A limiter counts like an unbounded table of the most recently used addresses.
func TestRateLimiter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const room = 8
		l, now := newRateLimiter(room), time.Unix(1e9, 0)
		type count struct {
			taken int
			ends  time.Time
		}
		counts := map[byte]*count{}
		var order []byte // the addresses, the one that was heard last at the end
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "seconds")) * time.Second)
			who := rapid.ByteRange(1, 12).Draw(t, "who")
			for i, other := range order {
				if other == who {
					order = append(order[:i:i], order[i+1:]...)
					break
				}
			}
			if order = append(order, who); len(order) > room {
				delete(counts, order[0])
				order = order[1:]
			}
			c := counts[who]
			if c == nil || !now.Before(c.ends) {
				c = &count{ends: now.Add(time.Minute)}
				counts[who] = c
			}
			c.taken++
			taken, ends := l.take(netip.AddrFrom4([4]byte{10, 0, 0, who}), 5, now)
			if taken != c.taken || !ends.Equal(c.ends) {
				t.Fatalf("take(%d) = %d until %v, want %d until %v", who, taken, ends, c.taken, c.ends)
			}
		}
	})
}

// An IPv6 /48 has ten times the limit of a /64, and one /64 cannot use it up.
func TestRateLimiterOfWideNetworks(t *testing.T) {
	const limit = 3
	l, now := newRateLimiter(maxAddresses), time.Unix(1e9, 0)
	accepted := func(network int, requests int) (n int) {
		addr := netip.MustParseAddr(fmt.Sprintf("2001:db8:0:%x::1", network))
		for range requests {
			if taken, ends := l.take(addr, limit, now); taken <= limit && ends.Equal(now.Add(limitWindow)) {
				n++
			}
		}
		return n
	}
	if n := accepted(0, 1_000); n != limit {
		t.Errorf("a /64 sends %d, want %d", n, limit)
	}
	sum := 0
	for network := range 100 {
		sum += accepted(1+network, limit)
	}
	if want := 9 * limit; sum != want {
		t.Errorf("the others of its /48 send %d, want %d", sum, want)
	}
	if taken, _ := l.take(netip.MustParseAddr("2001:db8:1::1"), limit, now); taken != 1 {
		t.Errorf("another /48 has sent %d, want 1", taken)
	}
	now = now.Add(limitWindow)
	if n := accepted(200, limit); n != limit {
		t.Errorf("in the next window a /64 sends %d, want %d", n, limit)
	}
}

func TestNetworkOf(t *testing.T) {
	for addr, want := range map[string][2]string{
		"192.0.2.7": {"192.0.2.7/32", "192.0.2.7/32"}, "::1": {"::/64", "::/48"},
		"2001:db8:1:2:3::4": {"2001:db8:1:2::/64", "2001:db8:1::/48"},
	} {
		addr := netip.MustParseAddr(addr)
		if network, wide := networkOf(addr).String(), wideNetworkOf(addr).String(); [2]string{network, wide} != want {
			t.Errorf("the networks of %s are %s, %s, want %s", addr, network, wide, want)
		}
	}
	if got := networkOf(netip.Addr{}); got != (netip.Prefix{}) {
		t.Errorf("networkOf(zero Addr) = %v", got)
	}
}

func TestForwardedAddress(t *testing.T) {
	for entry, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", " 192.0.2.7 ": "192.0.2.7", "192.0.2.7:5678": "192.0.2.7",
		"::1": "::1", "[::1]": "::1", "[::1]:80": "::1",
		"::ffff:192.0.2.7": "192.0.2.7", "[::ffff:192.0.2.7]:80": "192.0.2.7", "fe80::1%eth0": "fe80::1",
		"": "", "unknown": "", "_hidden": "", "192.0.2": "", "192.0.2.7:": "", "192.0.2.7:x": "",
		"1.2.3.4, 5.6.7.8": "", "\x00": "", "example.com:80": "",
	} {
		got, ok := forwardedAddress(entry)
		if ok != (want != "") || (ok && got.String() != want) {
			t.Errorf("forwardedAddress(%q) = %v, %v, want %q", entry, got, ok, want)
		}
	}
}

// Untrusted clients cannot choose an address, neither directly nor through a trusted proxy.
func TestClientAddress(t *testing.T) {
	s := &Server{cfg: Config{Now: time.Now, Log: slog.New(slog.DiscardHandler)}, metrics: newMetrics()}
	var got netip.Addr
	app := fiber.New()
	app.Get("/", func(c fiber.Ctx) error {
		got = s.clientAddress(c)
		return nil
	})
	for _, test := range []struct {
		trusted []string
		lines   []string
		want    string
	}{
		{nil, nil, "0.0.0.0"}, // app.Test connects from there
		{nil, []string{"1.1.1.1"}, "0.0.0.0"},
		{[]string{"10.0.0.0/8"}, []string{"1.1.1.1"}, "0.0.0.0"},
		{[]string{"0.0.0.0/32"}, []string{"1.1.1.1"}, "1.1.1.1"},
		{[]string{"0.0.0.0/32"}, []string{"6.6.6.6, 1.1.1.1:80"}, "1.1.1.1"},
		{[]string{"0.0.0.0/32"}, []string{"6.6.6.6", "1.1.1.1"}, "1.1.1.1"},
		{[]string{"0.0.0.0/32", "10.0.0.0/8"}, []string{"6.6.6.6, 1.1.1.1, 10.1.2.3"}, "1.1.1.1"},
		{[]string{"0.0.0.0/32", "10.0.0.0/8"}, []string{"10.9.9.9, 10.1.2.3"}, "10.9.9.9"},
		{[]string{"0.0.0.0/32"}, []string{"6.6.6.6, unknown"}, "0.0.0.0"},
		{[]string{"0.0.0.0/32", "10.0.0.0/8"}, []string{"6.6.6.6, unknown, 10.1.2.3"}, "10.1.2.3"},
		{[]string{"0.0.0.0/32"}, []string{""}, "0.0.0.0"},
		{[]string{"0.0.0.0/32"}, []string{"[2001:db8::1]:443"}, "2001:db8::1"},
	} {
		s.proxies.networks = nil
		for _, network := range test.trusted {
			s.proxies.networks = append(s.proxies.networks, netip.MustParsePrefix(network))
		}
		req := httptest.NewRequest(http.MethodGet, "/", nil)
		for _, line := range test.lines {
			req.Header.Add("X-Forwarded-For", line)
		}
		if _, err := app.Test(req, patient); err != nil {
			t.Fatal(err)
		}
		if got.String() != test.want {
			t.Errorf("trusting %v, %q comes from %v, want %s", test.trusted, test.lines, got, test.want)
		}
	}
}
