package main

import (
	"fmt"
	"net"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// listen opens the site's listeners. A service manager may have opened them (systemd.socket(5), sd_listen_fds(3)) and keep
// them open while the program restarts, so that no connection is refused meanwhile; it then decides on the addresses.
func (s *server) listen(set settings) (err error) {
	inherited, err := inheritListener()
	if err != nil {
		return err
	}
	if inherited != nil {
		s.listener = inherited
	} else if s.listener, err = net.Listen("tcp", set.addr); err != nil {
		return fmt.Errorf("ADDR: %w", err)
	}
	if s.adminListener, err = net.Listen("tcp", set.adminAddr); err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	return nil
}

// inheritListener returns the listener that the program was started with, nil without one.
func inheritListener() (net.Listener, error) {
	listeners, err := activation.Listeners()
	if err != nil || len(listeners) == 0 {
		return nil, err
	}
	if len(listeners) > 1 || listeners[0] == nil {
		return nil, fmt.Errorf("the program was started with %d sockets; wanted one that listens for TCP connections", len(listeners))
	}
	return listeners[0], nil
}

// notify tells the service manager, if there is one, in which state the program is (sd_notify(3)). That it cannot be told is
// no reason not to serve.
func (s *server) notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		s.log.Warn("the service manager was not told", "state", state, "error", err)
	}
}
