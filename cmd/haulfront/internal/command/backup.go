package command

import (
	"context"
	"fmt"
	"strings"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/lead"
)

// backupCommand is "haulfront backup". It works while a server runs.
type backupCommand struct {
	config.Journal
	File string `arg:"" help:"The file to write; it must not exist."`
}

// Run writes the backup.
func (c *backupCommand) Run(ctx context.Context, env *environment) error {
	copied, err := lead.Backup(ctx, c.DatabaseURL, c.File, env.Now())
	if err != nil {
		return err
	}
	text := fmt.Sprintf("wrote the whole journal to %s: %d leads", c.File, copied.Leads)
	if copied.Photos > 0 {
		text += fmt.Sprintf(", %d photographs", copied.Photos)
	}
	if copied.Missing > 0 {
		text += fmt.Sprintf("; %d more are missing from the journal", copied.Missing)
	}
	_, err = fmt.Fprintln(env.Stdout, text)
	return err
}

// restoreCommand is "haulfront restore". It refuses while a server runs.
type restoreCommand struct {
	config.Journal
	Replace bool   `help:"Replace a journal that has leads or cannot be read; it is kept under another name."`
	Force   bool   `help:"Restore what can be read from a damaged backup, and list the leads not to trust."`
	File    string `arg:"" help:"The backup, as haulfront backup wrote it."`
}

// Run restores the backup.
func (c *restoreCommand) Run(ctx context.Context, env *environment) error {
	done, err := lead.Restore(ctx, c.DatabaseURL, c.File,
		lead.RestoreOptions{Replace: c.Replace, Force: c.Force}, env.Now())
	if err != nil {
		return err
	}
	text := fmt.Sprintf("restored %d leads from %s\n", done.Leads, c.File)
	if done.Photos > 0 {
		text += fmt.Sprintf("with %d photographs\n", done.Photos)
	}
	if done.Missing > 0 {
		text += fmt.Sprintf("%d photographs are missing from the backup\n", done.Missing)
	}
	if done.Unsealed {
		text += "the backup is from an earlier version and has no digest, so changed text in it cannot be detected\n"
	}
	if len(done.Problems) > 0 {
		text += "the backup is damaged; do not trust these leads:\n  " + strings.Join(done.Problems, "\n  ") + "\n"
	}
	if done.Replaced != "" {
		text += fmt.Sprintf("the former journal is now %s\n", done.Replaced)
	}
	_, err = fmt.Fprint(env.Stdout, text)
	return err
}
