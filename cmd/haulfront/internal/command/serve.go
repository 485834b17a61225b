package command

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/server/config"
)

// FlushTimeout is how long the end of the program waits for the last lines of its log to be written.
const FlushTimeout = time.Second

// serveCommand is "haulfront serve".
type serveCommand struct {
	config.Flags
	Dev bool `help:"Reload when the checkout changes, and show errors over the page."`
	// Lazy is for tests, which ask for few of the pages and start the program often.
	Lazy bool `hidden:"" help:"Make pages and files only when they are asked for."`
}

// Run serves until ctx ends.
func (c *serveCommand) Run(ctx context.Context, env *environment) error {
	settings, err := c.Settings()
	if err != nil {
		return err
	}
	// A log whose reader is gone must not end the program.
	signal.Ignore(syscall.SIGPIPE)
	log := logging.NewWriter(env.Stderr)
	defer log.Close(FlushTimeout)
	return server.Serve(ctx, server.Config{Settings: settings, Stderr: log, LogQueue: log, Now: env.Now, Lazy: c.Lazy,
		NewEngine: env.NewEngine, Dev: c.Dev})
}
