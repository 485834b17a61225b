package develop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/valyala/fasthttp"

	"haulfront/cmd/haulfront/internal/config"
	"haulfront/cmd/haulfront/internal/sources"
	rebuild "haulfront/render/develop"
)

// During development the program runs as two processes: a supervisor, which holds the listeners, and the server that it
// starts, which inherits them. After a change of Go code, the supervisor builds the program and restarts the server;
// requests wait in the listeners' queues. If the server cannot start, the supervisor responds with the problems.

// File descriptors of the server, after the three standard ones.
const (
	inheritedListener = iota + 3
	inheritedAdmin
	inheritedProblems // problems of the program, as JSON arrays; ends with the supervisor
	inheritedFailure  // receives why the server cannot start, as a JSON array
)

// Link is the server's end of the connection to its supervisor.
type Link struct{ listener, admin, problems, failure *os.File }

// Listen returns the listeners of the site and of the admin address.
func (l *Link) Listen() (site, admin net.Listener, err error) {
	site, err = net.FileListener(l.listener)
	if err == nil {
		admin, err = net.FileListener(l.admin)
	}
	return site, admin, err
}

// InheritLink returns the link to the supervisor that started this process.
func InheritLink() *Link {
	return &Link{os.NewFile(inheritedListener, "listener"), os.NewFile(inheritedAdmin, "admin listener"),
		os.NewFile(inheritedProblems, "problems"), os.NewFile(inheritedFailure, "failure")}
}

// Fail reports why the server cannot start.
func (l *Link) Fail(set config.Settings, err error) {
	problems := []rebuild.Problem{{Kind: rebuild.Program, Message: err.Error()}}
	if src, srcErr := sources.Open(set, true); srcErr == nil {
		if files, filesErr := src.Content(set, true); filesErr == nil {
			problems = rebuild.ProblemsOf(err, rebuild.Content, absolute(files.Dir))
		}
	}
	_ = json.NewEncoder(l.failure).Encode(problems) // the log has the error too
}

// Follow reports the problems of the program that the supervisor sends, until the supervisor ends.
func (l *Link) Follow(hub *rebuild.Hub) {
	for lists := json.NewDecoder(l.problems); ; {
		var problems []rebuild.Problem
		if lists.Decode(&problems) != nil {
			return // the supervisor has ended
		}
		hub.Report(partProgram, problems...)
	}
}

// supervisor keeps a server running.
type supervisor struct {
	stdout, stderr  io.Writer
	set             config.Settings
	dir             string
	listener, admin *os.File // passed to each server
	binary          string   // the latest build of the program
	built           string   // the folder of builds

	server   *supervised
	fallback *fallback // responds while no server runs; nil while one does
}

// supervised is a running server.
type supervised struct {
	cmd      *exec.Cmd
	problems *os.File
	ended    chan struct{} // closed after the fields below are set
	err      error
	failure  []rebuild.Problem
}

// Supervise serves a checkout with all changes, until ctx ends.
func Supervise(ctx context.Context, set config.Settings, stdout, stderr io.Writer) (err error) {
	s := &supervisor{stdout: stdout, stderr: stderr, set: set}
	src, err := sources.Open(set, true)
	if err != nil {
		return err
	}
	files, err := src.Content(set, true)
	if err != nil {
		return err
	}
	s.dir = absolute(src.Dir)
	if s.binary, err = os.Executable(); err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	if s.built, err = os.MkdirTemp("", "haulfront"); err != nil {
		return fmt.Errorf("make a folder for the program: %w", err)
	}
	defer os.RemoveAll(s.built)
	if s.listener, err = listenerFile("ADDR", string(set.Addr)); err != nil {
		return err
	}
	defer s.listener.Close()
	if s.admin, err = listenerFile("ADMIN_ADDR", string(set.AdminAddr)); err != nil {
		return err
	}
	defer s.admin.Close()
	folders := []string{absolute(files.Dir)}
	for _, folder := range []string{"assets", "cmd", "components", "content", "render"} {
		folders = append(folders, filepath.Join(s.dir, folder))
	}
	watcher, err := rebuild.NewWatcher(folders...)
	if err != nil {
		return err
	}
	defer watcher.Close()
	return s.run(ctx, watcher)
}

// listenerFile listens on an address. The socket stays open while any process holds it.
func listenerFile(setting, address string) (*os.File, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setting, err)
	}
	defer l.Close()
	return l.(*net.TCPListener).File()
}

func (s *supervisor) run(ctx context.Context, watcher *rebuild.Watcher) error {
	changes := make(chan []string)
	go func() {
		defer close(changes)
		for changed := watcher.Next(ctx); changed != nil; changed = watcher.Next(ctx) {
			select {
			case changes <- changed:
			case <-ctx.Done():
				return
			}
		}
	}()
	defer s.stop()
	s.start()
	for {
		var ended <-chan struct{}
		if s.server != nil {
			ended = s.server.ended
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ended:
			if s.server.err == nil {
				return nil // it was stopped
			}
			s.fail(s.server)
		case changed := <-changes:
			s.take(ctx, changed)
		}
	}
}

// take handles changed files: it rebuilds the program if they belong to it, and starts a server if none runs.
func (s *supervisor) take(ctx context.Context, changed []string) {
	if slices.ContainsFunc(changed, s.isProgram) {
		problems, err := s.build(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			fmt.Fprintf(s.stderr, "haulfront: %v\nwaiting for a change\n", err)
		}
		s.report(problems)
		if err != nil {
			return
		}
		s.stop()
	}
	if s.server == nil {
		s.start()
	}
}

// isProgram reports whether a file belongs to the program.
func (s *supervisor) isProgram(path string) bool {
	relative, err := filepath.Rel(s.dir, path)
	if err != nil || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") ||
		filepath.Base(path) == "packed.zip" { // which make build writes
		return false
	}
	top, _, _ := strings.Cut(filepath.ToSlash(relative), "/")
	return top == "cmd" || top == "render" && filepath.Ext(path) != ".md" || strings.HasSuffix(path, ".go")
}

func (s *supervisor) build(ctx context.Context) ([]rebuild.Problem, error) {
	binary := filepath.Join(s.built, "haulfront")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/haulfront")
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("build the program: %w\n%s", err, strings.TrimSpace(string(out)))
		return rebuild.ProblemsOf(errors.New(string(out)), rebuild.Program, s.dir), err
	}
	s.binary = binary
	return nil, nil
}

// report shows the problems of the program.
func (s *supervisor) report(problems []rebuild.Problem) {
	switch {
	case s.fallback != nil:
		s.fallback.hub.Report(partProgram, problems...)
	case s.server != nil:
		_ = json.NewEncoder(s.server.problems).Encode(problems) // fails if the server has ended
	case len(problems) > 0:
		s.respond(problems)
	}
}

func (s *supervisor) start() {
	server, err := s.startServer()
	if err != nil {
		s.fail(&supervised{err: err})
		return
	}
	s.fallback.stop()
	s.server, s.fallback = server, nil
}

func (s *supervisor) startServer() (*supervised, error) {
	problems, toServer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer problems.Close()
	failure, fromServer, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, toServer.Close())
	}
	defer fromServer.Close()
	server := &supervised{problems: toServer, ended: make(chan struct{})}
	server.cmd = exec.Command(s.binary, append(slices.Clone(os.Args[1:]), "--supervised")...)
	server.cmd.Args[0] = os.Args[0]
	server.cmd.Stdout, server.cmd.Stderr = s.stdout, s.stderr
	server.cmd.ExtraFiles = []*os.File{s.listener, s.admin, problems, fromServer}
	if err := server.cmd.Start(); err != nil {
		return nil, errors.Join(err, toServer.Close(), failure.Close())
	}
	go func() {
		_ = json.NewDecoder(failure).Decode(&server.failure) // fails if the server starts
		_ = failure.Close()
		server.err = server.cmd.Wait()
		_ = toServer.Close()
		close(server.ended)
	}()
	return server, nil
}

// stop ends the server or the fallback, after it has finished accepted requests.
func (s *supervisor) stop() {
	s.fallback.stop()
	s.fallback = nil
	if s.server != nil {
		_ = s.server.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		<-s.server.ended
		s.server = nil
	}
}

// fail replaces a failed server by the fallback.
func (s *supervisor) fail(server *supervised) {
	if len(server.failure) == 0 {
		message := fmt.Sprintf("The program has ended: %v. The terminal has more.", server.err)
		server.failure = []rebuild.Problem{{Kind: rebuild.Program, Message: message}}
	}
	fmt.Fprintln(s.stderr, "waiting for a change")
	s.server = nil
	s.respond(server.failure)
}

// respond makes the fallback respond with problems.
func (s *supervisor) respond(problems []rebuild.Problem) {
	l, err := net.FileListener(s.listener)
	if err != nil {
		fmt.Fprintln(s.stderr, "haulfront: browsers get no response until the next start:", err)
		for _, p := range problems {
			fmt.Fprintln(s.stderr, p)
		}
		return
	}
	f := &fallback{hub: rebuild.NewHub(s.dir, options(s.set), nil)}
	f.server = &fasthttp.Server{Handler: wrap(f.hub, waiting), Name: "haulfront", DisableKeepalive: true}
	go func() { _ = f.server.Serve(l) }() // until stop
	f.hub.Report(partProgram, problems...)
	s.fallback.stop()
	s.fallback = f
}

// fallback answers every request with the problems that prevent the start.
type fallback struct {
	hub    *rebuild.Hub
	server *fasthttp.Server
}

func (f *fallback) stop() {
	if f != nil {
		f.hub.Close()
		_ = f.server.Shutdown() // the listeners stay open in the supervisor
	}
}
