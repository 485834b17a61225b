package lead

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"flag"
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

// cluster is this test run's own PostgreSQL.
var cluster postgresServer

func TestMain(m *testing.M) {
	if role := os.Getenv("LEAD_TEST_CHILD"); role != "" {
		child(role)
		return
	}
	// A third of rapid's default, for time; -rapid.checks on the command line
	// is read later and wins.
	flag.Set("rapid.checks", "33")
	code := m.Run()
	cluster.stop()
	os.Exit(code)
}

// onBoth runs a test on an empty SQLite file and on an empty PostgreSQL
// database.
func onBoth(t *testing.T, test func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, sqliteURL(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, postgresURL(t)) })
}

func sqliteURL(t *testing.T) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "journal", "leads.db")
}

func postgresURL(t *testing.T) string {
	t.Helper()
	u, err := cluster.database()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// A postgresServer is a private cluster in a temporary folder, reached by a
// Unix socket, and gone when the test binary is, however that ends.
type postgresServer struct {
	once   sync.Once
	err    error
	dir    string
	server *exec.Cmd
	ended  chan struct{}
	admin  *sql.DB
	mu     sync.Mutex
	count  int
}

// database makes an empty database and returns its address.
func (p *postgresServer) database() (string, error) {
	p.once.Do(func() { p.err = p.start() })
	if p.err != nil {
		return "", p.err
	}
	p.mu.Lock()
	p.count++
	name := "leads_" + strconv.Itoa(p.count)
	p.mu.Unlock()
	if _, err := p.admin.Exec("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	return p.address(name), nil
}

func (p *postgresServer) address(name string) string {
	return "postgres://postgres@/" + name + "?host=" + url.QueryEscape(p.dir)
}

func (p *postgresServer) start() error {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return errors.New("no PostgreSQL server in /usr/lib/postgresql; install the Debian package postgresql")
	}
	bin := filepath.Dir(found[len(found)-1])
	var err error
	if p.dir, err = os.MkdirTemp("", "leads-pg"); err != nil {
		return err
	}
	var attr syscall.SysProcAttr
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(p.dir, uid, gid); err != nil {
			return err
		}
	}
	data := filepath.Join(p.dir, "data")
	initdb := exec.Command(bin+"/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
	initdb.SysProcAttr, initdb.Dir = &attr, p.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}

	p.server = exec.Command(bin+"/postgres", "-D", data, "-k", p.dir, "-h", "",
		"-c", "fsync=off", "-c", "shared_buffers=32MB", "-c", "max_connections=60")
	p.server.Dir = p.dir
	p.server.Env = append(os.Environ(), "LC_ALL=C")
	p.server.SysProcAttr = &syscall.SysProcAttr{Credential: attr.Credential, Pdeathsig: syscall.SIGQUIT}
	lines, err := p.server.StderrPipe()
	if err != nil {
		return err
	}
	p.ended = make(chan struct{})
	started := make(chan error)
	go func() {
		// The kernel sends Pdeathsig when the thread ends that started the
		// child, so the thread stays with this goroutine.
		runtime.LockOSThread()
		err := p.server.Start()
		if err != nil {
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
	if err := <-started; err != nil {
		return err
	}
	p.admin, err = sql.Open("pgx", p.address("postgres"))
	return err
}

func (p *postgresServer) stop() {
	if p.admin != nil {
		p.admin.Close()
		p.server.Process.Signal(syscall.SIGQUIT)
		<-p.ended
	}
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
}

func TestDatabaseURL(t *testing.T) {
	for _, u := range []string{"", "var/leads.db", "mysql://root:hunter2@db/leads", "sqlite:", "sqlite::memory:"} {
		_, err := Open(context.Background(), Config{DatabaseURL: u})
		if err == nil || !strings.Contains(err.Error(), "DATABASE_URL") {
			t.Errorf("Open(%q) = %v, want an error that names DATABASE_URL", u, err)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Open(%q) = %v, which has the password in it", u, err)
		}
	}
}

func TestUnreachablePostgresHidesPassword(t *testing.T) {
	_, err := Open(context.Background(), Config{DatabaseURL: "postgres://root:hunter2@127.0.0.1:1/leads"})
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("Open() = %v, want an error without the password", err)
	}
}

func TestJournalFileIsPrivate(t *testing.T) {
	u := sqliteURL(t)
	newStand(t, u, nil)
	path := strings.TrimPrefix(u, "sqlite:")
	for _, file := range []string{path, path + "-wal", path + "-shm", path + ".lock"} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600", filepath.Base(file), info.Mode().Perm())
		}
	}
}

func TestSQLitePathIsTakenLiterally(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a?b%20c#d.db")
	newStand(t, "sqlite:"+path, nil)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

// A killed process cannot show whether a power cut would lose a lead, so the
// settings that decide it are read back from the writer.
func TestSQLiteIsDurable(t *testing.T) {
	s := newStand(t, sqliteURL(t), nil)
	for pragma, want := range map[string]string{
		"journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "foreign_keys": "1", "secure_delete": "1",
	} {
		var got string
		if err := s.journal.write.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("PRAGMA %s = %s, %v, want %s", pragma, got, err, want)
		}
	}
}
