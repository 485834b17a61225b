package command

import (
	"context"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/content"
)

// jobsCommand is haulfront jobs.
type jobsCommand struct {
	config.Journal
	ContentDir string `name:"content" env:"CONTENT_DIR" help:"Content with the trucks; default: the program's own."`

	Export jobsExportCommand `cmd:"" help:"Write jobs as CSV for a spreadsheet, or as JSON lines."`
}

// jobsExportCommand is haulfront jobs export.
type jobsExportCommand struct {
	Since  string `help:"Only jobs of this day or later (2006-01-02, office time)." placeholder:"DAY"`
	Until  string `help:"Only jobs of this day or earlier." placeholder:"DAY"`
	Format string `help:"csv or jsonl." enum:"csv,jsonl" default:"csv"`
}

// Run exports jobs. It works while a server runs.
func (c *jobsExportCommand) Run(ctx context.Context, jobs *jobsCommand, env *environment) error {
	site, err := loadContent(jobs.ContentDir)
	if err != nil {
		return err
	}
	since, err := day("--since", c.Since, 0, site.Location())
	if err != nil {
		return err
	}
	until, err := day("--until", c.Until, 1, site.Location())
	if err != nil {
		return err
	}
	return useJournal(ctx, jobs.DatabaseURL, func(j *outbox.Outbox) error {
		o := office.Open(office.Config{Journal: j.Journal, Now: env.Now, Words: func() *content.Site { return site }})
		list, err := o.Jobs(ctx, since, until)
		switch {
		case err != nil:
			return err
		case c.Format == "csv":
			return office.WriteJobsCSV(env.Stdout, list)
		}
		e := newJSONEncoder(env.Stdout)
		for _, job := range list {
			if err := e.Encode(job); err != nil {
				return err
			}
		}
		return nil
	})
}
