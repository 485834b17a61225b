package command

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/config"
)

// healthTimeout is below the thirty seconds that Docker gives a health check.
const healthTimeout = 10 * time.Second

// healthCommand is "haulfront health": the probe of a container that has no other program in it.
type healthCommand struct {
	AdminAddr string `env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"The server's ADMIN_ADDR."`
}

// Run prints what /readyz says, and returns an error if that is not 200.
func (c *healthCommand) Run(ctx context.Context, env *environment) error {
	if err := config.CheckListenAddress("ADMIN_ADDR", c.AdminAddr); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+dialable(c.AdminAddr)+"/readyz", nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("no server answers: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	if err != nil {
		return fmt.Errorf("read the server's answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", strings.TrimSpace(string(body)))
	}
	_, err = env.Stdout.Write(body)
	return err
}

// dialable returns an address at which a server on this machine that listens at address can be reached: one that listens
// everywhere, on loopback.
func dialable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip, err := netip.ParseAddr(host); host == "" || (err == nil && ip.IsUnspecified()) {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
