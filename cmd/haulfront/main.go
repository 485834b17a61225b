// Command haulfront is the website of a junk removal and hauling company: pages, quote requests, and the journal that
// keeps every one of them.
//
//	haulfront serve [--dev]      serve the site
//	haulfront leads list|show|export|replay|purge|release
//	haulfront backup FILE        copy the journal of leads, also while it is served
//	haulfront export DIR         write the site as files for any web server
//	haulfront check [--update]   check what the pages say to people and to machines
//
// Every setting is an environment variable and a flag; haulfront serve --help lists them.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // the footer's year needs America/Chicago, also on a machine without time zones

	"github.com/alecthomas/kong"
)

// commands is the command line.
type commands struct {
	Serve  serveCommand  `cmd:"" help:"Serve the site."`
	Leads  LeadsCmd      `cmd:"" help:"Read and mend the journal of leads."`
	Backup backupCommand `cmd:"" help:"Copy the journal of leads to a file, also while it is served."`
	Export exportCommand `cmd:"" help:"Write the site as files for any web server."`
	Check  checkCommand  `cmd:"" help:"Check what the pages say to people and to machines."`
	Pack   packCommand   `cmd:"" hidden:"" help:"Collect the sources that the built program carries."`
}

func main() {
	collect()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "haulfront:", err)
		os.Exit(1)
	}
}

// execute runs the command that args name. It is main without the process around it.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	var cli commands
	exited := false
	parser, err := kong.New(&cli,
		kong.Name("haulfront"),
		kong.Description("The website of a junk removal and hauling company."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.Vars{"maps": mapsEmbedURL},
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited || err != nil {
		return err
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(&environment{Stdout: stdout, Stderr: stderr, Now: time.Now})
}
