// Command haulfront is the website of a junk removal and hauling company: pages, quote requests, and the journal that
// keeps every one of them.
//
//	haulfront serve [--dev]      serve the site
//	haulfront leads list|show|export|replay|release|purge
//	haulfront backup FILE        copy the journal of leads, also while it is served
//	haulfront backup DIR --keep N   the same into a folder, of which the latest N stay
//	haulfront restore FILE       put a backup in the place of the journal
//	haulfront health             ask a running server whether it can serve
//	haulfront export DIR         write the site as files for any web server
//	haulfront check [--update]   check what the pages say to people and to machines
//	haulfront new KIND NAME      add a page to the content
//	haulfront content DIR        write the content that the program carries, for CONTENT_DIR
//	haulfront version            what was built, and from what
//
// Every setting is an environment variable and a flag; haulfront serve --help lists them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // the footer's year needs the office's zone, also on a machine without time zones

	_ "golang.org/x/crypto/x509roots/fallback" // authorities for webhooks and mail, on a machine without certificates

	"haulfront/cmd/haulfront/internal/base/logging"
	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server"
)

func main() {
	server.SetGCPercent(server.GCPercent)
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	err := command.Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		// Through the log's writer, which does not block if nobody reads it.
		out := logging.NewWriter(os.Stderr)
		fmt.Fprintln(out, "haulfront:", err)
		out.Close(command.FlushTimeout)
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
