package command

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/server/config"
)

// healthTimeout is below Docker's default of thirty seconds.
const healthTimeout = 10 * time.Second

// askServer requests a path of the admin address of a running server.
func askServer(ctx context.Context, admin config.Admin, path string) (*http.Response, error) {
	address, err := admin.URL(path)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	res, failure := outbound.Do(http.DefaultClient, req)
	if failure != nil {
		return nil, fmt.Errorf("nothing is running at the admin address %s: %w", admin.AdminAddr, failure)
	}
	return res, nil
}

// healthCommand is "haulfront health", the health check of containers without other programs.
type healthCommand struct {
	config.Admin
}

// Run prints the response of /readyz, and returns an error unless it is 200.
func (c *healthCommand) Run(ctx context.Context, env *environment) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	response, err := askServer(ctx, c.Admin, "/readyz")
	if err != nil {
		return err
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
