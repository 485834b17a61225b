// Package command is the command line: one thin file per command. What comes in are arguments, flags and settings; what
// goes out are texts on standard output and exit codes. The work of a command belongs to the packages that it calls.
package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/content/scaffold"
	"haulfront/render"
)

// environment is the process of a command.
type environment struct {
	Stdout, Stderr io.Writer
	// Terminal says that Stderr is one.
	Terminal bool
	// Stdin is nil unless it is a terminal.
	Stdin io.Reader
	Now   func() time.Time
	// SettingsFile has settings that the environment lacks, see [config.FromFile]; "" for none.
	SettingsFile string
	// NewEngine creates the render engine, for tests that share one bundle; nil is render.New.
	NewEngine func(render.Config) (*render.Engine, error)
}

// commands is the command line.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the site."`
	Leads   LeadsCmd       `cmd:"" help:"Read and repair the journal of leads."`
	Jobs    jobsCommand    `cmd:"" help:"Read the jobs that are booked or done."`
	Office  officeCommand  `cmd:"" help:"Let people into the office, at /office."`
	Backup  backupCommand  `cmd:"" help:"Copy the journal of leads to a file, even while a server runs."`
	Restore restoreCommand `cmd:"" help:"Replace the journal of leads with a backup; stop all servers first."`
	Health  healthCommand  `cmd:"" help:"Ask the running server whether it is ready."`

	Export exportCommand `cmd:"" help:"Write the site as files for any web server."`
	Check  checkCommand  `cmd:"" help:"Check what the pages say to people and to machines."`
	New    newCommand    `cmd:"" help:"Add a page to the content: ${new}."`
	Rename renameCommand `cmd:"" help:"Give a page of a folder another path; its former one leads there."`
	Retire retireCommand `cmd:"" help:"Remove a page from a folder; its path leads to another page, or is gone."`

	Init    initCommand    `cmd:"" help:"Write content for a company of your own to a folder."`
	Prices  pricesCommand  `cmd:"" help:"Change the prices of a folder."`
	Content contentCommand `cmd:"" help:"Write the program's own content to a folder, to edit it."`

	Pack packCommand `cmd:"" hidden:"" help:"Collect the sources that the built program carries."`

	Version     versionCommand   `cmd:"" help:"Print the version, Go's version and the commit."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the same and exit."`
}

// settingsFile has the settings of a server that was installed as a package. systemd gives them to the server; root's
// commands read them.
const settingsFile = "/etc/haulfront.env"

// Run runs the command in args, with the settings of the machine.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	env := &environment{Stdout: stdout, Stderr: stderr, Now: time.Now, SettingsFile: settingsFile}
	if file, ok := stderr.(*os.File); ok {
		env.Terminal = isTerminal(file)
	}
	if isTerminal(os.Stdin) {
		env.Stdin = os.Stdin
	}
	return run(ctx, args, env)
}

func run(ctx context.Context, args []string, env *environment) error {
	exited := false
	file, err := config.FromFile(env.SettingsFile)
	if err != nil {
		return err
	}
	parser, err := Parser(kong.Writers(env.Stdout, env.Stderr), kong.Exit(func(int) { exited = true }),
		kong.Resolvers(file))
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
	cli := commands{
		Serve:  serveCommand{Flags: config.NewFlags()},
		Export: exportCommand{Flags: config.NewFlags()},
		Check:  checkCommand{Flags: config.NewFlags()},
	}
	return kong.New(&cli, append(options,
		kong.Name("haulfront"), kong.Description("The website of a junk removal and hauling company."),
		config.Vars(), kong.Vars{"version": version(), "status": statusHelp,
			"new": strings.Join(scaffold.Kinds(), ", ")},
	)...)
}

// versionCommand is "haulfront version".
type versionCommand struct{}

// Run prints what was built, with what, and from which commit.
func (versionCommand) Run(env *environment) error {
	_, err := fmt.Fprintln(env.Stdout, version())
	return err
}

// version is the module's version, Go's, and the commit where the build knew it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "haulfront, built without module support"
	}
	return describe(info)
}

func describe(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := "commit unknown"
	if revision := settings["vcs.revision"]; revision != "" {
		commit = fmt.Sprintf("commit %s of %s", revision, settings["vcs.time"])
		if settings["vcs.modified"] == "true" {
			commit += ", changed since"
		}
	}
	number := info.Main.Version
	if number == "" {
		number = "(devel)"
	}
	return fmt.Sprintf("haulfront %s, %s %s/%s, %s", number, info.GoVersion, settings["GOOS"], settings["GOARCH"],
		commit)
}
