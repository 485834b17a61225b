package server

import (
	"fmt"
	"net"
	"slices"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/net/netutil"
)

// maxRedirects limits the open plain HTTP connections. Each gets one response; package web limits those of the site.
const maxRedirects = 1024

// listen opens the listeners. A service manager may pass the site's (systemd.socket(5), sd_listen_fds(3)) and keep them
// open across restarts, so that no connection is refused; it then chooses the addresses.
func (s *Server) listen() (err error) {
	set := s.Settings
	secure := len(set.TLSDomains) > 0
	inherited, err := inheritListeners(secure)
	if err != nil {
		return err
	}
	if len(inherited) > 0 {
		s.listener = inherited[0]
	} else if s.listener, err = net.Listen("tcp", set.Addr); err != nil {
		return fmt.Errorf("ADDR: %w", err)
	}
	if len(inherited) > 1 {
		s.redirectListener = inherited[1]
	} else if secure {
		if s.redirectListener, err = net.Listen("tcp", set.HTTPAddr); err != nil {
			return fmt.Errorf("HTTP_ADDR: %w", err)
		}
	}
	if s.redirectListener != nil {
		s.redirectListener = netutil.LimitListener(s.redirectListener, maxRedirects)
	}
	if s.adminListener, err = net.Listen("tcp", set.AdminAddr); err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	return nil
}

// inheritListeners returns the listeners that a service manager passed: the site's and, with TLS, that of plain HTTP.
func inheritListeners(secure bool) ([]net.Listener, error) {
	listeners, err := activation.Listeners()
	if err != nil {
		return nil, err
	}
	most, wanted := 1, "one that listens for TCP connections"
	if secure {
		most, wanted = 2, "two that listen for TCP connections, with HTTPS first and plain HTTP second"
	}
	if len(listeners) > most || slices.Contains(listeners, nil) {
		return nil, fmt.Errorf("the program was started with %d sockets; wanted %s", len(listeners), wanted)
	}
	return listeners, nil
}

// notify sends the state to the service manager, if there is one (sd_notify(3)). A failed notification is not fatal.
func (s *Server) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("the service manager was not told", "state", state, "error", err)
	}
}
