package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gofiber/fiber/v3"
)

var listening = regexp.MustCompile(`^listening (\S+)$`)

// fiberBody names the environment variable that turns a run of this test binary into the bare Fiber of the comparison.
const fiberBody = "HAULFRONT_BENCH_FIBER_BODY"

// startFiber serves a gzip body with Fiber and nothing else, in a process of its own, as all contestants are.
func startFiber(b *testing.B, body []byte) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "index.html.gz")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkFiberProcess$", "-test.benchtime=1x")
	cmd.Env = append(os.Environ(), fiberBody+"="+file)
	log, err := cmd.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	return startProcess(b, cmd, log, listening)[1]
}

// BenchmarkFiberProcess is no benchmark: it is the process that startFiber starts, and does nothing in any other.
func BenchmarkFiberProcess(b *testing.B) {
	if os.Getenv(fiberBody) == "" {
		return
	}
	body, err := os.ReadFile(os.Getenv(fiberBody))
	if err != nil {
		b.Fatal(err)
	}
	app := fiber.New()
	app.Get("/", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
		c.Set(fiber.HeaderContentEncoding, "gzip")
		return c.Send(body)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	fmt.Fprintln(os.Stderr, "listening", listener.Addr())
	if err := app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}); err != nil {
		b.Fatal(err)
	}
}

// nginxConfig is what serves a finished page fastest: no log, files kept open, compressed beforehand.
const nginxConfig = `
daemon off;
user root;
worker_processes auto;
pid nginx.pid;
error_log stderr notice;
events { worker_connections 1024; }
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
		gzip_static on;
	}
}
`

var nginxReady = regexp.MustCompile(`start worker process (\d+)$`)

// startNginx serves a gzip body with the nginx of the machine, and returns "" where there is none.
func startNginx(b *testing.B, body []byte) string {
	b.Helper()
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		if nginx, err = exec.LookPath("/usr/sbin/nginx"); err != nil { // not in everybody's PATH
			return ""
		}
	}
	// nginx cannot choose a port by itself.
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	at := listener.Addr().String()
	_ = listener.Close()
	dir := b.TempDir()
	for name, data := range map[string][]byte{
		"nginx.conf": fmt.Appendf(nil, nginxConfig, at), "index.html.gz": body, "index.html": bytes.Repeat([]byte(" "), len(body)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	cmd := exec.Command(nginx, "-e", "stderr", "-p", dir, "-c", "nginx.conf")
	log, err := cmd.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	startProcess(b, cmd, log, nginxReady)
	return at
}
