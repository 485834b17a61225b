package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/outbound"
	"haulfront/cmd/haulfront/internal/selftest"
	"haulfront/cmd/haulfront/internal/server"
)

// healthTimeout is below Docker's default of thirty seconds.
const healthTimeout = 10 * time.Second

// askServer requests a path of the admin address of a running server.
func askServer(ctx context.Context, admin config.Admin, method, path string) (*http.Response, error) {
	address, err := admin.URL(path)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, address, nil)
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
	response, err := askServer(ctx, c.Admin, http.MethodGet, "/readyz")
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

// selfTestCommand is "haulfront self-test". The running program makes the test; this asks its admin address for it.
type selfTestCommand struct {
	config.Admin
}

// selfTestWait bounds a self-test as a whole.
const selfTestWait = 3 * time.Minute

// Run makes a self-test and prints its steps. The error is that a step failed, or that there is no program.
func (c *selfTestCommand) Run(ctx context.Context, env *environment) error {
	ctx, cancel := context.WithTimeout(ctx, selfTestWait)
	defer cancel()
	res, err := askServer(ctx, c.Admin, http.MethodPost, server.SelfTestPath)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(res.Body, 1<<10))
		return fmt.Errorf("self-test: %s", text)
	}
	return printSteps(res.Body, env.Stdout)
}

// printSteps prints steps as they come.
func printSteps(steps io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(steps)
	failed, n := 0, 0
	for lines.Scan() {
		var s selftest.Step
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return fmt.Errorf("self-test: the server's answer is invalid: %w", err)
		}
		result := "ok"
		if s.Error != "" {
			result = "FAILED: " + s.Error
			failed++
		}
		n++
		if _, err := fmt.Fprintf(out, "%-14s %6d ms  %s\n", s.Name, s.Milliseconds, result); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("self-test: the server's answer was cut off: %w", err)
	}
	if failed > 0 || n == 0 {
		return fmt.Errorf("self-test: %d of %d steps failed", failed, n)
	}
	return nil
}
