package command

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
	copied, err := lead.Backup(ctx, c.DatabaseURL, c.File)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s has the whole journal: %d leads", c.File, copied.Leads)
	if copied.Photos > 0 {
		text += fmt.Sprintf(", %d photographs", copied.Photos)
	}
	if copied.Missing > 0 {
		text += fmt.Sprintf("; %d more are missing from the journal", copied.Missing)
	}
	_, err = fmt.Fprintln(env.Stdout, text)
	return err
}
