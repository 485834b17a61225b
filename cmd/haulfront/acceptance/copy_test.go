//go:build acceptance

package acceptance

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/server"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// clockFile is the environment variable with the file of a clock. With it, this test program is the server, with its
// arguments as settings and the file's time: a test can kill it.
const clockFile = "CLOCK_FILE"

func TestMain(m *testing.M) {
	file := os.Getenv(clockFile)
	if file == "" {
		os.Exit(m.Run())
	}
	err := serveByClock(file, os.Args[1:]...)
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func serveByClock(file string, settings ...string) error {
	set, err := program.ParseSettings(settings...)
	if err != nil {
		return err
	}
	running, err := server.Open(context.Background(), server.Config{
		Settings: set, Stderr: os.Stderr, Now: func() time.Time { return readClock(file) }, Lazy: true,
	})
	if err != nil {
		return err
	}
	return running.Run(context.Background())
}

// A fileClock is one that only the test moves, and that other processes read from a file.
type fileClock struct {
	*testkit.Clock
	file string
}

// Set sets the clock.
func (c fileClock) Set(now time.Time) {
	c.Clock.Set(now)
	c.write()
}

// Advance moves the clock by d.
func (c fileClock) Advance(d time.Duration) {
	c.Clock.Advance(d)
	c.write()
}

func (c fileClock) write() {
	err := os.WriteFile(c.file+".next", strconv.AppendInt(nil, c.Now().UnixNano(), 10), 0o600)
	if err == nil {
		err = os.Rename(c.file+".next", c.file)
	}
	if err != nil {
		panic(err)
	}
}

func readClock(file string) time.Time {
	text, err := os.ReadFile(file)
	ns, parseErr := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || parseErr != nil {
		panic(fmt.Sprint(err, parseErr))
	}
	return time.Unix(0, ns)
}

// start starts a copy of the program. The one that it takes the place of is killed.
func (d *day) start(i int) {
	d.t.Helper()
	if running := d.copies[i]; running != nil {
		testkit.Must(d.t, running.Cmd.Process.Kill())
		running.AwaitKilled()
		d.kills++
	}
	p := program.New(d.t, os.Args[0])
	p.Cmd.Args = append([]string{os.Args[0]}, append(p.Settings(), "DATABASE_URL="+d.database, "LEAD_WEBHOOK_URL=",
		"SUPABASE_URL=", "SUPABASE_ANON_KEY=", "ACKNOWLEDGE=off", "SMTP_URL=smtp://"+d.mails.Addr,
		"OWNER_EMAIL=owner@clearacre.example", "OFFICE_USERS=ann@example.com, bob@example.com",
		"OFFICE_CREW=crew@example.com")...)
	p.Cmd.Env = append(p.Cmd.Env, clockFile+"="+d.clock.file)
	p.Database = d.database
	p.Start(d.t)
	p.AwaitServing(d.t)
	d.copies[i] = p
}
