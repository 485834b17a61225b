package server

import (
	"fmt"
	"net"
	"slices"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/net/netutil"
)

// maxRedirects is how many connections of plain HTTP are open at once. Each is for one answer; the site's own
// connections are counted by package web.
const maxRedirects = 1024

// listen opens the site's listeners. A service manager may have opened them (systemd.socket(5), sd_listen_fds(3)) and
// keep them open while the program restarts, so that no connection is refused meanwhile; it then decides on the
// addresses.
func (s *Server) listen() (err error) {
	set := s.Settings
	if s.Supervisor != nil {
		s.listener, s.adminListener, err = s.Supervisor.Listen()
		return err
	}
	secure := len(set.TLSDomains) > 0
	inherited, err := inheritListeners(secure)
	if err != nil {
		return err
	}
	if len(inherited) > 0 {
		s.listener = inherited[0]
	} else if s.listener, err = net.Listen("tcp", string(set.Addr)); err != nil {
		return fmt.Errorf("ADDR: %w", err)
	}
	if len(inherited) > 1 {
		s.redirectListener = inherited[1]
	} else if secure {
		if s.redirectListener, err = net.Listen("tcp", string(set.HTTPAddr)); err != nil {
			return fmt.Errorf("HTTP_ADDR: %w", err)
		}
	}
	if s.redirectListener != nil {
		s.redirectListener = netutil.LimitListener(s.redirectListener, maxRedirects)
	}
	if s.adminListener, err = net.Listen("tcp", string(set.AdminAddr)); err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	return nil
}

// inheritListeners returns the listeners that the program was started with: the site's, and behind it, where the site
// is secure, that of plain HTTP.
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

// notify tells the service manager, if there is one, in which state the program is (sd_notify(3)). That it cannot be
// told is no reason not to serve.
func (s *Server) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("the service manager was not told", "state", state, "error", err)
	}
}
