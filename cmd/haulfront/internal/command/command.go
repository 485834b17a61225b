// Package command has the command line: each command in a file of its own, thin over the packages that do its work.
package command

import (
	"context"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/render"
)

// environment is the process around a command.
type environment struct {
	Stdout, Stderr io.Writer
	Now            func() time.Time
	// NewEngine makes the engine that renders pages, for tests that share what it bundles; nil is render.New.
	NewEngine func(render.Config) (*render.Engine, error)
}

// commands is the command line.
type commands struct {
	Serve    serveCommand    `cmd:"" help:"Serve the site."`
	Leads    LeadsCmd        `cmd:"" help:"Read and mend the journal of leads."`
	Backup   backupCommand   `cmd:"" help:"Copy the journal of leads to a file, also while it is served."`
	Restore  restoreCommand  `cmd:"" help:"Put a backup in the place of the journal of leads; no server may have it open."`
	SelfTest selfTestCommand `cmd:"" name:"self-test" help:"Send a marked lead through the running program and everything that it delivers to."`
	Health   healthCommand   `cmd:"" help:"Ask the server on this machine whether it can serve, for a container's health check."`

	Export exportCommand `cmd:"" help:"Write the site as files for any web server."`
	Check  checkCommand  `cmd:"" help:"Check what the pages say to people and to machines."`
	New    newCommand    `cmd:"" help:"Add a city, a service or an article to the content."`

	Content contentCommand `cmd:"" help:"Write the words, facts and photographs that the program carries to a folder, as a start for one's own."`

	Pack packCommand `cmd:"" hidden:"" help:"Collect the sources that the built program carries."`

	Version     versionCommand   `cmd:"" help:"Print the version, Go's version and the commit."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the same and exit."`
}

// Run runs the command that args name, without touching the process.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return run(ctx, args, &environment{Stdout: stdout, Stderr: stderr, Now: time.Now})
}

func run(ctx context.Context, args []string, env *environment) error {
	exited := false
	parser, err := Parser(kong.Writers(env.Stdout, env.Stderr), kong.Exit(func(int) { exited = true }))
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited {
		return nil // help or the version was printed, and no command was expected
	}
	if err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(env)
}

// Parser returns a parser of the command line.
func Parser(options ...kong.Option) (*kong.Kong, error) {
	return kong.New(&commands{}, append(options,
		kong.Name("haulfront"), kong.Description("The website of a junk removal and hauling company."),
		config.Vars(), kong.Vars{"version": version()},
	)...)
}
