package develop

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync/atomic"

	"haulfront/render"
)

// Server shows changes of sources to their developer: in open pages, with problems over them.
type Server struct {
	*Hub
	dir     string
	builder *Builder
	engine  atomic.Pointer[render.Engine]
}

const partSources = "sources"

// NewServer returns a server for the sources below cfg.Dir.
func NewServer(cfg render.Config, options Options) (*Server, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir}
	s.Hub = NewHub(dir, options, s.asset)
	observe := cfg.Observe
	cfg.Observe = func(use render.Use) {
		// A page may fail long after the change that broke it.
		var problems []Problem
		if thrown := (*render.Error)(nil); errors.As(use.Err, &thrown) {
			problems = ProblemsOf(use.Err, Render, dir)
		}
		for _, w := range use.Warnings {
			problems = append(problems, Problem{Kind: Warning, Message: w.Text, File: w.File, Line: w.Line,
				Column: w.Column})
		}
		if len(problems) > 0 {
			s.Report(oneComponent+use.Name, problems...)
		}
		if observe != nil {
			observe(use)
		}
	}
	s.builder, err = New(cfg)
	return s, err
}

// Engine returns the engine of the latest sources that could be built, or nil.
func (s *Server) Engine() *render.Engine { return s.engine.Load() }

// Build builds the engine of the sources as they are, and reports whether it differs from the one before.
func (s *Server) Build() (changed bool, err error) {
	next, err := s.builder.Build()
	s.ReportError(partSources, Build, s.dir, err)
	if err != nil {
		return false, err
	}
	former := s.engine.Swap(next)
	s.Built(next.Script(), next.Stylesheet())
	return former == nil || next.Version() != former.Version() || !slices.Equal(paths(next), paths(former)), nil
}

func paths(e *render.Engine) (paths []string) {
	for _, asset := range e.Assets() {
		paths = append(paths, asset.Path)
	}
	slices.Sort(paths)
	return paths
}

func (s *Server) asset(path string) []byte {
	if engine := s.Engine(); engine != nil {
		for _, asset := range engine.Assets() {
			if asset.Path == path {
				return asset.Body
			}
		}
	}
	return nil
}

// ReportError shows the problems of a part in browsers and, if they are new, in the terminal; without an error it
// removes them. kind and dir are those of [ProblemsOf].
func (s *Server) ReportError(part string, kind Kind, dir string, err error) {
	if news := s.Report(part, ProblemsOf(err, kind, dir)...); err != nil && news {
		fmt.Fprintf(s.options.Terminal, "%v\nwaiting for a change\n", err)
	}
}

// Run builds an engine now and after each change, until ctx ends.
func (s *Server) Run(ctx context.Context) error {
	watcher, err := NewWatcher(s.dir)
	if err != nil {
		return err
	}
	defer watcher.Close()
	defer s.Close()
	for changed := []string{s.dir}; changed != nil; changed = watcher.Next(ctx) {
		former := s.Engine()
		if changed, _ := s.Build(); changed { // problems are shown
			next := s.Engine()
			s.Served(former == nil || former.Version() != next.Version() || former.Script() != next.Script())
		}
	}
	return nil
}

// Wrap returns a handler that serves the built files, and adds the hub's script to the pages of next. While there is no
// engine, each page waits for one, and next is not called.
func (s *Server) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.IsLocal(r.Host) {
			http.Error(w, "Use localhost or an address of this machine, or add the name to Options.Hosts.",
				http.StatusForbidden)
			return
		}
		if s.Serves(r.URL.Path) {
			s.ServeHTTP(w, r)
			return
		}
		edition := s.State().Edition
		r.Header.Del("Accept-Encoding")
		held := &heldResponse{ResponseWriter: w}
		if s.Engine() == nil {
			send(held, "text/html; charset=utf-8", []byte(waitingPage))
		} else {
			next.ServeHTTP(held, r)
		}
		if held.sent {
			return
		}
		header := w.Header()
		mediaType := cmp.Or(header.Get("Content-Type"), http.DetectContentType(held.body.Bytes()))
		response := Response{cmp.Or(held.status, http.StatusOK), mediaType, held.body.Bytes()}
		s.Complete(&response, edition, r.Method, r.Header.Get("Accept"))
		header.Set("Content-Type", response.ContentType)
		header.Del("Content-Length")
		w.WriteHeader(response.Status)
		_, _ = w.Write(response.Body)
	})
}

// heldResponse holds a response back until it is complete, or flushed as a stream.
type heldResponse struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	sent   bool
}

func (h *heldResponse) WriteHeader(status int) { h.status = status }

func (h *heldResponse) Write(data []byte) (int, error) {
	if h.sent {
		return h.ResponseWriter.Write(data)
	}
	return h.body.Write(data)
}

// FlushError implements what [http.ResponseController] calls.
func (h *heldResponse) FlushError() error {
	if !h.sent {
		h.sent = true
		h.ResponseWriter.WriteHeader(cmp.Or(h.status, http.StatusOK))
		_, _ = h.ResponseWriter.Write(h.body.Bytes())
	}
	return http.NewResponseController(h.ResponseWriter).Flush()
}
