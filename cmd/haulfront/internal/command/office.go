package command

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/server/web"
)

// officeCommand is haulfront office. Every command works while a server runs.
type officeCommand struct {
	config.Journal
	ContentDir string `name:"content" env:"CONTENT_DIR" help:"Content with the time zone; default: the program's own."`
	BaseURL    string `env:"BASE_URL" help:"Address of the site; by default that of the server."`
	Users      string `name:"office-users" env:"OFFICE_USERS" help:"${office}"`
	Crew       string `name:"office-crew" env:"OFFICE_CREW" help:"${crew}"`
	Owner      string `name:"owner-email" env:"OWNER_EMAIL" help:"${owner}"`

	Link     officeLinkCommand     `cmd:"" help:"Print a link that signs somebody in, once, within an hour."`
	Sessions officeSessionsCommand `cmd:"" help:"List the browsers that are signed in, or sign them out."`
}

// open opens the office for one command.
func (c *officeCommand) open(ctx context.Context, env *environment, use func(*office.Office) error) error {
	text := strings.Trim(strings.Join([]string{c.Users, c.Owner, c.Crew}, ","), ",")
	users, err := config.ParseUsers(text) // signing in is the same for all
	if text != "" && err != nil {
		return fmt.Errorf("OFFICE_USERS, OWNER_EMAIL or OFFICE_CREW is %w", err)
	}
	return useJournal(ctx, c.DatabaseURL, func(j *outbox.Outbox) error {
		return use(office.Open(office.Config{Journal: j.Journal, Users: users, Now: env.Now}))
	})
}

// officeLinkCommand is haulfront office link.
type officeLinkCommand struct {
	Name string `arg:"" help:"An address or a name of OFFICE_USERS, OWNER_EMAIL or OFFICE_CREW."`
}

// Run prints a link.
func (c *officeLinkCommand) Run(ctx context.Context, parent *officeCommand, env *environment) error {
	return parent.open(ctx, env, func(o *office.Office) error {
		user, known := o.Named(c.Name)
		if !known {
			return fmt.Errorf("%s may not sign in: set OFFICE_USERS, OFFICE_CREW or OWNER_EMAIL as for the server",
				c.Name)
		}
		base, err := baseURL(ctx, o.Journal, parent.BaseURL, parent.ContentDir)
		if err != nil {
			return err
		}
		token, err := o.MakeLink(ctx, user.Email, false)
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
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", s.ID, visible(s.User), timestamp(s.Created, zone),
				timestamp(s.Used, zone), truncate(visible(s.Device), 60))
		}
		return w.Flush()
	})
}
