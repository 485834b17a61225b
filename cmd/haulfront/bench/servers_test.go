package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"

	"github.com/gofiber/fiber/v3"
)

var listening = regexp.MustCompile(`(?m)^listening (\S+)$`)

// With these environment variables, this test binary is the bare Fiber of the comparison: the file of the body that it
// sends, and the header as JSON.
const (
	fiberBody   = "HAULFRONT_BENCH_FIBER_BODY"
	fiberHeader = "HAULFRONT_BENCH_FIBER_HEADER"
)

// startFiber serves a page with nothing but Fiber, in a process of its own, as all servers are.
func startFiber(b *testing.B, header http.Header, body []byte) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "body")
	lines, err := json.Marshal(header)
	testkit.Must(b, errors.Join(err, os.WriteFile(file, body, 0o600)))
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fiberBody+"="+file, fiberHeader+"="+string(lines))
	found, _ := startProcess(b, cmd, listening)
	return found[1]
}

// TestMain runs the benchmarks, or the bare Fiber in the process that startFiber starts.
func TestMain(m *testing.M) {
	if os.Getenv(fiberBody) == "" {
		os.Exit(m.Run())
	}
	fmt.Fprintln(os.Stderr, serveFiber())
	os.Exit(1)
}

// serveFiber serves what the environment names until the process is interrupted.
func serveFiber() error {
	var header http.Header
	body, err := os.ReadFile(os.Getenv(fiberBody))
	if err := errors.Join(err, json.Unmarshal([]byte(os.Getenv(fiberHeader)), &header)); err != nil {
		return err
	}
	app := fiber.New()
	app.Get("/", func(c fiber.Ctx) error {
		for name, values := range header {
			c.Set(name, values[0])
		}
		return c.Send(body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "listening", listener.Addr())
	return app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
}

// nginxConfig serves a static page as fast as nginx can: no log, files kept open, compressed in advance.
const nginxConfig = `
%s
daemon off;
user root;
worker_processes auto;
pid nginx.pid;
error_log stderr notice;
worker_rlimit_nofile 8192;
events { worker_connections 4096; }
http {
	access_log off;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000000;
	open_file_cache max=100;
	open_file_cache_valid 1h;
	client_body_temp_path temp;
	proxy_temp_path temp;
	fastcgi_temp_path temp;
	uwsgi_temp_path temp;
	scgi_temp_path temp;
	types { text/html html; }
	server {
		listen %s reuseport;
		root .;
		%s_static on;
		%s
	}
}
`

var nginxReady = regexp.MustCompile(`start worker process \d+`)

// brotliModule is nginx's module for files that are compressed in advance.
const brotliModule = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"

// sharedEncoding returns the best encoding in which both servers have the page, and the module that nginx needs for it.
func sharedEncoding() (encoding, module string) {
	if _, err := os.Stat(brotliModule); err == nil {
		return "br", brotliModule
	}
	return "gzip", ""
}

// startNginx serves a page with Debian's nginx.
func startNginx(b *testing.B, header http.Header, body []byte) string {
	b.Helper()
	at, dir := program.UnusedAddress(b), b.TempDir() // nginx cannot choose a port by itself
	load, static, file := "", "gzip", "index.html.gz"
	if encoding, module := sharedEncoding(); encoding == "br" {
		load, static, file = "load_module "+module+";", "brotli", "index.html.br"
	}
	var headers strings.Builder
	for name, values := range header {
		switch name {
		case "Content-Type", "Content-Encoding", "Etag", "Vary": // nginx's own
		default:
			fmt.Fprintf(&headers, "add_header %s %q;\n", name, values[0])
		}
	}
	for name, data := range map[string][]byte{
		"nginx.conf": fmt.Appendf(nil, nginxConfig, load, at, static, headers.String()),
		file:         body, "index.html": bytes.Repeat([]byte(" "), len(body)),
	} {
		testkit.Must(b, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	startProcess(b, exec.Command("/usr/sbin/nginx", "-e", "stderr", "-p", dir, "-c", "nginx.conf"), nginxReady)
	return at
}
