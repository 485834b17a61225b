package lead

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
)

// sharedPostgres is the PostgreSQL of this test run. No test kills it, so it need not sync to the disk.
var sharedPostgres = postgresServer{settings: []string{"fsync=off"}}

// A postgresServer is a private PostgreSQL cluster in a temporary directory, reached through a Unix socket. It ends
// with the test binary, however that ends.
type postgresServer struct {
	initdb   []string // further options of initdb
	settings []string
	once     sync.Once
	err      error
	bin, dir string
	attr     syscall.SysProcAttr
	server   *exec.Cmd
	ended    chan struct{}
	admin    *sql.DB
	mu       sync.Mutex // guards the fields below
	count    int        // of databases
	idle     []string   // URLs of databases that are empty again
}

// newPostgres starts a server for one test, which may do anything to it, and returns the URL of an empty database.
func newPostgres(t *testing.T, p *postgresServer) (address string) {
	t.Helper()
	t.Cleanup(p.stop)
	return p.database(t)
}

// database returns the URL of an empty database. Creating one takes longer than most tests, so databases are reused. A
// short run has no server.
func (p *postgresServer) database(t testing.TB) string {
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
	must(t, errOf(p.admin.Exec("CREATE DATABASE "+name)))
	return p.address(name)
}

// reuse empties a database that a test has finished with. One that stays locked is not used again.
func (p *postgresServer) reuse(address string) {
	name := databaseName(address)
	if _, err := p.admin.Exec(`ALTER DATABASE ` + name + ` RESET ALL`); err != nil {
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

func (p *postgresServer) address(name string) string {
	return "postgres://postgres@/" + name + "?host=" + url.QueryEscape(p.dir)
}

// databaseName returns the name of the database in a URL.
func databaseName(address string) string {
	return strings.TrimPrefix(strings.SplitN(address, "?", 2)[0], "postgres://postgres@/")
}

// command returns a command that runs as the cluster's owner, one of PostgreSQL's own programs unless name is a path.
func (p *postgresServer) command(name string, args ...string) *exec.Cmd {
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.bin, name)
	}
	c := exec.Command(name, args...)
	c.Dir = p.dir
	c.Env = append(os.Environ(), "LC_ALL=C")
	attr := p.attr
	c.SysProcAttr = &attr
	return c
}

func (p *postgresServer) start() error {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return errors.New("no PostgreSQL server in /usr/lib/postgresql; install the Debian package postgresql")
	}
	p.bin = filepath.Dir(found[len(found)-1])
	var err error
	if p.dir, err = os.MkdirTemp("", "leads-pg"); err != nil {
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
		if err := os.Chown(p.dir, uid, gid); err != nil {
			return err
		}
	}
	options := append([]string{"-D", p.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"},
		p.initdb...)
	if out, err := p.command("initdb", options...).CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if err := p.launch(); err != nil {
		return err
	}
	p.admin, err = sql.Open("pgx", p.address("postgres"))
	return err
}

func (p *postgresServer) data() string { return filepath.Join(p.dir, "data") }

// launch starts the server on the existing files.
func (p *postgresServer) launch() error {
	options := []string{"-D", p.data(), "-k", p.dir, "-h", "", "-c", "shared_buffers=32MB", "-c", "max_connections=200"}
	for _, setting := range p.settings {
		options = append(options, "-c", setting)
	}
	p.server = p.command("postgres", options...)
	p.server.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	lines, err := p.server.StderrPipe()
	if err != nil {
		return err
	}
	p.ended = make(chan struct{})
	started := make(chan error)
	go func() {
		// The kernel sends Pdeathsig when the thread that started the child ends, so the thread stays with this
		// goroutine.
		runtime.LockOSThread()
		if err := p.server.Start(); err != nil {
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
		p.server.Wait()
		close(p.ended)
	}()
	return <-started
}

// kill ends the server at once, without a checkpoint, as pg_ctl stop -m immediate does.
func (p *postgresServer) kill() {
	p.server.Process.Signal(syscall.SIGQUIT)
	<-p.ended
}

func (p *postgresServer) stop() {
	if p.admin != nil {
		p.admin.Close()
		p.kill()
	}
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}
