package server_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// Browsers open connections ahead of time. One on which nothing was asked must not keep the program from ending: the
// server's read timeout is ten seconds, and here it would show as a read that takes as long.
func TestShutdownClosesSilentConnections(t *testing.T) {
	site := program.NewSite(t)
	stop := servertest.Serve(t, site, program.Settings(t, site.Settings()...), time.Now)
	conn, err := net.Dial("tcp", site.Address())
	testkit.Must(t, err)
	defer conn.Close()
	// Another connection's answer comes after the server has seen the first.
	program.Get(t, http.MethodGet, site.URL+"/no-such-page")
	testkit.Must(t, conn.SetReadDeadline(time.Now().Add(5*time.Second)))
	stop()
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("the silent connection reads %v after shutdown began, want its end", err)
	}
}
