package command

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/develop"
	"haulfront/cmd/haulfront/internal/logging"
	"haulfront/cmd/haulfront/internal/server"
)

// FlushTimeout is how long the end of the program waits for the last lines of its log to be written.
const FlushTimeout = time.Second

// serveCommand is "haulfront serve".
type serveCommand struct {
	config.Flags
	Dev bool `help:"Reload when the checkout changes, and show errors over the page."`
	// Lazy is for tests, which ask for few of the pages and start the program often.
	Lazy bool `hidden:"" help:"Make pages and files only when they are asked for."`
	// Supervised is for the program that serve --dev starts, which inherits its listeners.
	Supervised bool `hidden:"" help:"Serve on the listeners of the program that started this one."`
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
	serve := server.Config{Settings: settings, Stderr: log, LogQueue: log, Now: env.Now, Lazy: c.Lazy,
		NewEngine: env.NewEngine}
	switch {
	case c.Supervised:
		serve.Supervisor = develop.InheritLink()
	case c.Dev:
		return develop.Supervise(ctx, settings, env.Stdout, log)
	}
	return server.Serve(ctx, serve)
}
