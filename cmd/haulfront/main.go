// Command haulfront is the website of a junk removal and hauling company: pages, quote requests, and the journal that
// keeps every one of them.
//
//	haulfront serve [--dev]      serve the site
//	haulfront leads list|show|export|replay|release|purge
//	haulfront backup FILE        copy the journal of leads, also while it is served
//	haulfront restore FILE       put a backup in the place of the journal
//	haulfront health             ask a running server whether it can serve
//	haulfront export DIR         write the site as files for any web server
//	haulfront self-test          send a marked lead through the running program and everything that it delivers to
//	haulfront check [--update]   check what the pages say to people and to machines
//	haulfront new city|service|article NAME   add a page to the content
//	haulfront content DIR        write the content that the program carries, for CONTENT_DIR
//	haulfront version            what was built, and from what
//
// Every setting is an environment variable and a flag; haulfront serve --help lists them.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
	_ "time/tzdata" // the footer's year needs the office's zone, also on a machine without time zones

	"github.com/alecthomas/kong"
	"github.com/caddyserver/certmagic"
	_ "golang.org/x/crypto/x509roots/fallback" // authorities for webhooks and mail, on a machine without certificates

	"haulfront/cmd/haulfront/internal/logging"
)

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

// gcPercent is the garbage collector's target, see [debug.SetGCPercent]. JavaScript leaves much garbage: rendering a page takes
// 14% less processor time than with Go's default of 100, for 15 MB more memory.
const gcPercent = 150

// setGCPercent sets the garbage collector's target unless GOGC does.
func setGCPercent(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func main() {
	setGCPercent(gcPercent)
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	err := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		// Through the log's writer, which does not block if nobody reads it.
		out := logging.NewWriter(os.Stderr)
		fmt.Fprintln(out, "haulfront:", err)
		out.Close(flushTimeout)
		os.Exit(1)
	}
}

// endSignals are the signals that shut the program down gracefully. A closed terminal sends SIGHUP; nohup ignores it.
func endSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// vars are what the tags of flags and commands refer to.
func vars() kong.Vars {
	return kong.Vars{"maps": mapsEmbedURL, "acme": certmagic.LetsEncryptProductionCA, "version": version()}
}

// execute runs the command that args name, without touching the process.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var cli commands
	exited := false
	parser, err := kong.New(&cli,
		kong.Name("haulfront"),
		kong.Description("The website of a junk removal and hauling company."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		vars(),
	)
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
	return command.Run(&environment{Stdout: stdout, Stderr: stderr, Now: time.Now})
}
