package command

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/outbox"
	"haulfront/cmd/haulfront/internal/sources"
	"haulfront/cmd/haulfront/internal/web"
	"haulfront/content"
)

// officeCommand is haulfront office. Every command works while a server runs.
type officeCommand struct {
	config.Journal
	ContentDir string `name:"content" env:"CONTENT_DIR" help:"Content with the time zone; default: the program's own."`
	BaseURL    string `env:"BASE_URL" help:"Address of the site; by default the one in business.yaml."`
	Users      string `name:"office-users" env:"OFFICE_USERS" help:"${office}"`

	Link     officeLinkCommand     `cmd:"" help:"Print a link that signs somebody in, once, within an hour."`
	Sessions officeSessionsCommand `cmd:"" help:"List the browsers that are signed in, or sign them out."`
	Demo     officeDemoCommand     `cmd:"" help:"Fill an empty journal with thirty invented requests."`
}

// open opens the office for one command.
func (c *officeCommand) open(ctx context.Context, env *environment, use func(*office.Office) error) error {
	users, err := config.ParseUsers(c.Users)
	if c.Users != "" && err != nil {
		return fmt.Errorf("OFFICE_USERS is %w", err)
	}
	return useJournal(ctx, c.DatabaseURL, func(j *outbox.Outbox) error {
		return use(office.Open(office.Config{Journal: j.Journal, Users: users, Now: env.Now}))
	})
}

// officeLinkCommand is haulfront office link.
type officeLinkCommand struct {
	Name string `arg:"" help:"A user's name or address; the office's history shows a name without an address as it is."`
}

// Run prints a link.
func (c *officeLinkCommand) Run(ctx context.Context, parent *officeCommand, env *environment) error {
	base, err := baseURL(parent.BaseURL, parent.ContentDir)
	if err != nil {
		return err
	}
	return parent.open(ctx, env, func(o *office.Office) error {
		user, _ := o.Named(c.Name)
		name := cmp.Or(user.Email, strings.TrimSpace(c.Name))
		token, err := o.MakeLink(ctx, name)
		if err == nil && !strings.Contains(name, "@") {
			fmt.Fprintf(env.Stderr,
				"%s has no address in OFFICE_USERS: to sign out, haulfront office sessions --end %[1]q\n", name)
		}
		if err == nil {
			_, err = fmt.Fprintln(env.Stdout, base+web.SignInPath+token)
		}
		return err
	})
}

// officeSessionsCommand is haulfront office sessions.
type officeSessionsCommand struct {
	End string `placeholder:"WHICH" help:"Sign out: the ID of a session, a user's address or name, or all."`
}

// Run lists or ends sessions.
func (c *officeSessionsCommand) Run(ctx context.Context, parent *officeCommand, env *environment) error {
	zone := (&LeadsCmd{ContentDir: parent.ContentDir}).zone(env)
	return parent.open(ctx, env, func(o *office.Office) error {
		if c.End != "" {
			n, err := o.EndSessions(ctx, c.End)
			if err == nil {
				_, err = fmt.Fprintf(env.Stdout, "ended sessions: %d\n", n)
			}
			return err
		}
		sessions, err := o.Sessions(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tUSER\tSINCE\tLAST USED\tDEVICE")
		for _, s := range sessions {
			if !strings.Contains(s.User, "@") {
				s.User += " (no address: until --end)"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.ID, visible(s.User), timestamp(s.Created, zone),
				timestamp(s.Used, zone), truncate(visible(s.Device), 60))
		}
		return w.Flush()
	})
}

// officeDemoCommand is haulfront office demo.
type officeDemoCommand struct{}

// Run fills the journal.
func (officeDemoCommand) Run(ctx context.Context, parent *officeCommand, env *environment) error {
	words, err := content.Load(sources.Visible((&LeadsCmd{ContentDir: parent.ContentDir}).content()))
	if err != nil {
		return err
	}
	return parent.open(ctx, env, func(o *office.Office) error {
		o.Words = func() *content.Site { return words }
		n, err := o.Demo(ctx)
		if err == nil {
			_, err = fmt.Fprintf(env.Stdout, "added %d invented requests with the source %s\n", n, office.DemoSource)
		}
		return err
	})
}
