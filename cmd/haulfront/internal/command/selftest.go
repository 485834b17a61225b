package command

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"haulfront/cmd/haulfront/internal/selftest"
	"haulfront/cmd/haulfront/internal/server"
)

// selfTestCommand is "haulfront self-test". The running program makes the test; this asks its admin address for it.
type selfTestCommand struct {
	AdminAddr string `env:"ADMIN_ADDR" default:"127.0.0.1:9090" help:"Admin address of the program that serves."`
}

// selfTestWait bounds a self-test as a whole.
const selfTestWait = 3 * time.Minute

// Run makes a self-test and prints its steps. The error is that a step failed, or that there is no program.
func (c *selfTestCommand) Run(ctx context.Context, env *environment) error {
	host, port, err := net.SplitHostPort(c.AdminAddr)
	if err != nil {
		return fmt.Errorf("ADMIN_ADDR is %q; want host:port, such as 127.0.0.1:9090", c.AdminAddr)
	}
	if ip := net.ParseIP(host); host == "" || (ip != nil && ip.IsUnspecified()) {
		host = "localhost" // it listens on all addresses
	}
	ctx, cancel := context.WithTimeout(ctx, selfTestWait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+net.JoinHostPort(host, port)+server.SelfTestPath, nil)
	if err != nil {
		return fmt.Errorf("ADMIN_ADDR: %w", err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return fmt.Errorf("no program serves with the admin address %s: %w", c.AdminAddr, err)
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
			return fmt.Errorf("self-test: the program's answer is not understood: %w", err)
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
		return fmt.Errorf("self-test: the program's answer broke off: %w", err)
	}
	if failed > 0 || n == 0 {
		return fmt.Errorf("self-test: %d of %d steps failed", failed, n)
	}
	return nil
}
