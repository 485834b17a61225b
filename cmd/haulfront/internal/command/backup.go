package command

import (
	"context"
	"fmt"

	"haulfront/cmd/haulfront/internal/leads/backup"
	"haulfront/cmd/haulfront/internal/server/config"
)

// backupCommand is "haulfront backup". It works while a server runs.
type backupCommand struct {
	config.Journal
	Keep uint   `placeholder:"N" help:"FILE is a folder: name the backup after its time, and keep the latest N there."`
	File string `arg:"" help:"The file to write; it must not exist."`
}

// Run writes the backup.
func (c *backupCommand) Run(ctx context.Context, env *environment) (err error) {
	defer env.showProgress("checking and copying the journal").end()
	file, copied := c.File, backup.Contents{}
	if c.Keep > 0 {
		file, copied, err = backup.Rotate(ctx, c.DatabaseURL, c.File, int(c.Keep), env.Now())
	} else {
		copied, err = backup.Backup(ctx, c.DatabaseURL, c.File, env.Now())
	}
	if err != nil {
		return err
	}
	text := fmt.Sprintf("wrote the whole journal to %s: %d leads", file, copied.Leads)
	if copied.Photos > 0 {
		text += fmt.Sprintf(", %d photographs", copied.Photos)
	}
	_, err = fmt.Fprintln(env.Stdout, text)
	return err
}

// restoreCommand is "haulfront restore". It refuses while a server runs.
type restoreCommand struct {
	config.Journal
	Replace bool   `help:"Replace a journal that has leads or cannot be read; it is kept under another name."`
	File    string `arg:"" help:"The backup, as haulfront backup wrote it or another tool copied the journal."`
}

// Run restores the backup.
func (c *restoreCommand) Run(ctx context.Context, env *environment) error {
	defer env.showProgress("checking and copying the backup").end()
	done, err := backup.Restore(ctx, c.DatabaseURL, c.File, c.Replace, env.Now())
	if err != nil {
		return err
	}
	text := fmt.Sprintf("restored %d leads from %s\n", done.Leads, c.File)
	if done.Photos > 0 {
		text += fmt.Sprintf("with %d photographs\n", done.Photos)
	}
	if done.Unsealed {
		text += "it has no seal of haulfront backup: SQLite finds no damage, but its latest leads may be missing\n"
	}
	if done.Replaced != "" {
		text += fmt.Sprintf("the former journal is now %s\n", done.Replaced)
	}
	_, err = fmt.Fprint(env.Stdout, text)
	return err
}
