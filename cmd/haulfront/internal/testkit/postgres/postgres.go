// Package postgres runs real PostgreSQL servers for tests.
package postgres

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// A Server is a private PostgreSQL cluster in a temporary directory, reached through a Unix socket. It ends
// with the test binary, however that ends.
type Server struct {
	Settings []string
	once     sync.Once
	err      error
	Dir      string // of its files and socket
	bin      string
	attr     syscall.SysProcAttr
	Process  *exec.Cmd
	ended    chan struct{} // closed when the process has ended
	Admin    *sql.DB       // of the database "postgres"
	mu       sync.Mutex    // guards the fields below
	count    int           // of databases
	idle     []string      // URLs of databases that are empty again
}

// New starts a server for one test, which may do anything to it, and returns the URL of an empty database.
func New(t *testing.T, p *Server) (address string) {
	t.Helper()
	t.Cleanup(p.Stop)
	return p.database(t)
}

// OnEach runs a test on an empty SQLite file and on an empty database of the server, beside other tests.
func (p *Server) OnEach(t *testing.T, test func(t *testing.T, url string)) {
	t.Parallel()
	for name, open := range map[string]func(testing.TB) string{"sqlite": SQLite, "postgres": p.Database} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// SQLite returns the URL of a file that does not exist yet, nor does its folder.
func SQLite(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

// Database returns the URL of an empty database. Creating one takes longer than most tests, so databases are reused.
func (p *Server) Database(t testing.TB) string {
	t.Helper()
	address := p.database(t)
	t.Cleanup(func() { p.reuse(address) })
	return address
}

// database is Database without reuse. A short run has no server.
func (p *Server) database(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a PostgreSQL server takes too long for a short run")
	}
	if p.once.Do(func() { p.err = p.start() }); p.err != nil {
		t.Fatal(p.err)
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		address := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return address
	}
	p.count++
	name := "leads_" + strconv.Itoa(p.count)
	p.mu.Unlock()
	if _, err := p.Admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return p.Address(name)
}

// reuse empties a database that a test has finished with. One that stays locked is not used again.
func (p *Server) reuse(address string) {
	name := Name(address)
	if _, err := p.Admin.Exec(`ALTER DATABASE ` + name + ` RESET ALL`); err != nil {
		return
	}
	db, err := sql.Open("pgx", address)
	if err != nil {
		return
	}
	defer db.Close()
	// Without parameters, pgx sends all statements in one query.
	if _, err = db.Exec(`SET lock_timeout = '1s'; DROP SCHEMA public CASCADE; CREATE SCHEMA public`); err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, address)
}

// Address returns the URL of a database.
func (p *Server) Address(name string) string {
	return "postgres://postgres@/" + name + "?host=" + url.QueryEscape(p.Dir)
}

// Name returns the name of the database in a URL.
func Name(address string) string {
	return strings.TrimPrefix(strings.SplitN(address, "?", 2)[0], "postgres://postgres@/")
}

// Command returns a command of PostgreSQL's own programs that runs as the cluster's owner.
func (p *Server) Command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(p.bin, name), args...)
	c.Dir = p.Dir
	c.Env = append(os.Environ(), "LC_ALL=C")
	attr := p.attr
	c.SysProcAttr = &attr
	return c
}

func (p *Server) start() error {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return errors.New("no PostgreSQL server in /usr/lib/postgresql; install the Debian package postgresql")
	}
	p.bin = filepath.Dir(found[len(found)-1])
	var err error
	if p.Dir, err = os.MkdirTemp("", "leads-pg"); err != nil {
		return err
	}
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		p.attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(p.Dir, uid, gid); err != nil {
			return err
		}
	}
	options := []string{"-D", p.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"}
	if out, err := p.Command("initdb", options...).CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := p.Launch(); err != nil {
		return err
	}
	p.Admin, err = sql.Open("pgx", p.Address("postgres"))
	return err
}

func (p *Server) data() string { return filepath.Join(p.Dir, "data") }

// Launch starts the server on the existing files.
func (p *Server) Launch() error {
	options := []string{"-D", p.data(), "-k", p.Dir, "-h", "", "-c", "shared_buffers=32MB", "-c", "max_connections=200"}
	for _, setting := range p.Settings {
		options = append(options, "-c", setting)
	}
	p.Process = p.Command("postgres", options...)
	p.Process.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	lines, err := p.Process.StderrPipe()
	if err != nil {
		return err
	}
	p.ended = make(chan struct{})
	started := make(chan error)
	go func() {
		// The kernel sends Pdeathsig when the thread that started the child ends, so the thread stays with this
		// goroutine.
		runtime.LockOSThread()
		if err := p.Process.Start(); err != nil {
			started <- err
			return
		}
		text := ""
		for scan := bufio.NewScanner(lines); scan.Scan(); {
			if started == nil {
				continue
			}
			text += scan.Text() + "\n"
			if strings.Contains(scan.Text(), "ready to accept connections") {
				started <- nil
				started = nil
			}
		}
		if started != nil {
			started <- errors.New("postgres did not start:\n" + text)
		}
		p.Process.Wait()
		close(p.ended)
	}()
	return <-started
}

// Kill ends the server at once, without a checkpoint, as pg_ctl stop -m immediate does.
func (p *Server) Kill() {
	p.Process.Process.Signal(syscall.SIGQUIT)
	<-p.ended
}

// Stop ends the server and removes its files.
func (p *Server) Stop() {
	if p.Admin != nil {
		p.Admin.Close()
		p.Kill()
	}
	if p.Dir != "" {
		os.RemoveAll(p.Dir)
	}
}
