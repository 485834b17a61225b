package main

import (
	"context"
	"fmt"

	"haulfront/cmd/haulfront/internal/lead"
)

// backupCommand is "haulfront backup". It works while a server runs.
type backupCommand struct {
	DatabaseURL string `env:"DATABASE_URL" default:"sqlite:var/haulfront.db" help:"Where leads are kept: sqlite:PATH or postgres://…"`
	File        string `arg:"" help:"The file to write; it must not exist."`
}

// Run writes the backup.
func (c *backupCommand) Run(ctx context.Context, env *environment) error {
	leads, err := lead.Backup(ctx, c.DatabaseURL, c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, "%s has the whole journal: %d leads\n", c.File, leads)
	return err
}
