package command

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/config"
)

// healthTimeout is below Docker's default of thirty seconds.
const healthTimeout = 10 * time.Second

// healthCommand is "haulfront health", the health check of containers without other programs.
type healthCommand struct {
	config.Admin
}

// Run prints the response of /readyz, and returns an error unless it is 200.
func (c *healthCommand) Run(ctx context.Context, env *environment) error {
	url, err := c.URL("/readyz")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
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
