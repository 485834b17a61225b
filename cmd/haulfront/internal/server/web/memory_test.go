package web

import (
	"bufio"
	"bytes"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
)

// homeRequest is a browser's request for the home page.
const homeRequest = "GET / HTTP/1.1\r\nHost: localhost:8080\r\n" +
	"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0\r\n" +
	"Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n" +
	"Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-US,en;q=0.9\r\n\r\n"

// repeater is a connection that sends a request as often as it is asked to.
type repeater struct {
	net.Conn // nil: only the methods below are called
	left     int
	rest     string       // of the request that is being read
	received bytes.Buffer // the last response
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, net.ErrClosed
		}
		r.left--
		r.rest = homeRequest
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *repeater) Write(p []byte) (int, error) {
	r.received.Reset()
	return r.received.Write(p)
}

func (r *repeater) Close() error                     { return nil }
func (r *repeater) LocalAddr() net.Addr              { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }
func (r *repeater) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
func (r *repeater) SetDeadline(time.Time) error      { return nil }
func (r *repeater) SetReadDeadline(time.Time) error  { return nil }
func (r *repeater) SetWriteDeadline(time.Time) error { return nil }

// servers returns the site's server and bare Fiber with its response to homeRequest. Each function serves a connection.
func servers(t testing.TB) map[string]func(*repeater) {
	t.Helper()
	s := newServer(t, slog.DiscardHandler)
	s.app.Handler()                                                                 // builds the routes
	own := func(r *repeater) { _ = s.app.Server().ServeConn(s.connections.Add(r)) } // it ends with net.ErrClosed
	first := &repeater{left: 1}
	own(first)
	response, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(first.received.Bytes())), nil)
	testkit.Must(t, err)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") != "br" {
		t.Fatalf("GET / = %s, %v", response.Status, response.Header)
	}
	head, body, _ := bytes.Cut(first.received.Bytes(), []byte("\r\n\r\n"))
	body = bytes.Clone(body)
	var headers [][2]string
	for line := range bytes.Lines(head) {
		name, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		if ok && string(name) != "Date" && string(name) != "Content-Length" {
			headers = append(headers, [2]string{string(name), string(value)})
		}
	}
	app := fiber.New(fiber.Config{ReduceMemoryUsage: true}) // of which fasthttp allocates a byte for each request
	app.Get("/", func(c fiber.Ctx) error {
		setHeaders(&c.RequestCtx().Response, headers)
		c.RequestCtx().Response.SetBodyRaw(body)
		return nil
	})
	app.Handler()
	return map[string]func(*repeater){
		"haulfront": own,
		"bareFiber": func(r *repeater) { _ = app.Server().ServeConn(r) },
	}
}

// BenchmarkMemory measures a page from memory, from the bytes of the request to those of the response, beside Fiber
// with the same response:
//
//	go test -run '^$' -bench '^BenchmarkMemory$' -benchmem -count 7 ./cmd/haulfront/internal/server/web
func BenchmarkMemory(b *testing.B) {
	for name, serve := range servers(b) {
		b.Run(name, func(b *testing.B) {
			serve(&repeater{left: 100}) // fills pools
			b.ReportAllocs()
			b.ResetTimer()
			serve(&repeater{left: b.N})
		})
	}
}

// A page from memory allocates no more than Fiber with the same response.
func TestMemory(t *testing.T) {
	const requests = 1000
	allocated := map[string]float64{}
	for name, serve := range servers(t) {
		serve(&repeater{left: requests}) // fills pools
		allocated[name] = testing.AllocsPerRun(1, func() { serve(&repeater{left: requests}) })
	}
	if more := allocated["haulfront"] - allocated["bareFiber"]; more > requests/4 { // a collection empties pools
		t.Errorf("%d requests allocate %.0f times more than bare Fiber's", requests, more)
	}
}

// A header from memory is the one that was made for the first request, with each request's own ID.
func TestKeptHeaders(t *testing.T) {
	s, path := newServer(t, slog.DiscardHandler), "/services/junk-removal"
	get := func(s *Server, path string, header ...string) *http.Response {
		t.Helper()
		request := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(header); i += 2 {
			request.Header.Set(header[i], header[i+1])
		}
		answer, err := s.app.Test(request, patient)
		testkit.Must(t, err)
		return answer
	}
	for _, encoding := range []string{"", "gzip", "br"} {
		first, second := get(s, path, "Accept-Encoding", encoding), get(s, path, "Accept-Encoding", encoding)
		if ids := []string{first.Header.Get("X-Request-Id"), second.Header.Get("X-Request-Id")}; ids[0] == ids[1] ||
			len(ids[1]) != 16 {
			t.Errorf("the IDs of two requests are %q", ids)
		}
		etag := first.Header.Get("ETag")
		fresh := get(s, path, "Accept-Encoding", encoding, "If-None-Match", etag)
		if fresh.StatusCode != http.StatusNotModified || fresh.Header.Get("ETag") != etag {
			t.Errorf("If-None-Match: %s = %s, %v", etag, fresh.Status, fresh.Header)
		}
		for _, answer := range []*http.Response{first, second} {
			answer.Header.Del("X-Request-Id")
			answer.Header.Del("Date")
		}
		if want := first.Header; !maps.EqualFunc(second.Header, want, slices.Equal) || want.Get("ETag") == "" ||
			want.Get("Content-Encoding") != encoding || want.Get("X-Frame-Options") != "DENY" {
			t.Errorf("the header is %v, want %v", second.Header, want)
		}
	}
	other := newServer(t, slog.DiscardHandler)
	other.headers = [][2]string{{"X-Other", "yes"}}
	if answer := get(other, path, "If-None-Match", "*"); answer.StatusCode != http.StatusNotModified {
		t.Errorf("If-None-Match: * = %s", answer.Status)
	}
	if answer := get(other, path); answer.StatusCode != http.StatusOK || answer.Header.Get("X-Other") == "" {
		t.Errorf("a server's header after another server's and after 304 is %s, %v", answer.Status, answer.Header)
	}
}

// TestEncodings reads Accept-Encoding as RFC 9110, section 12.5.3, says.
func TestEncodings(t *testing.T) {
	brotli, gzip := site.Encodings{Brotli: true}, site.Encodings{Gzip: true}
	both := site.Encodings{Brotli: true, Gzip: true}
	for lines, want := range map[string]site.Encodings{
		"": {}, "identity": {}, "deflate, zstd": {}, "gzip;q=0": {}, "*;q=0": {}, "brotli, xgzip": {},
		"gzip, deflate, br, zstd": both, "gzip,deflate,br": both, "*": both, "GZIP , BR": both, "gzip\nbr": both,
		"br": brotli, "br;q=0.001": brotli, "br; q=1.0, gzip ;q=0.000": brotli, "gzip;q=0, *": brotli,
		"gzip": gzip, "*, br;q=0": gzip, "gzip;q=1.0, br;Q=0.0, *;q=0.5": gzip, "deflate, gzip;q=0.5": gzip,
		strings.Repeat(",", 4000) + "br": brotli,
	} {
		ctx := &fasthttp.RequestCtx{}
		for line := range strings.Lines(lines) {
			ctx.Request.Header.Add("Accept-Encoding", strings.TrimSpace(line))
		}
		app := fiber.New()
		c := app.AcquireCtx(ctx)
		if got := encodings(c); got != want {
			t.Errorf("encodings(%q) = %v, want %v", lines, got, want)
		}
	}
}
