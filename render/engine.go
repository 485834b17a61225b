package render

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/dop251/goja"
)

// Engine renders pages. It is made by [New]. A program that ends when its engine does need not close it.
type Engine struct {
	cfg    Config
	bundle *bundle
	pool   *pool
}

// New bundles the sources below cfg.Dir and starts the JavaScript runtimes. A source that cannot be bundled, or a version of
// React other than [ReactVersion], is a [*BuildError] with every message of the bundler; what the entry throws while it
// is loaded is an [*Error].
func New(cfg Config) (*Engine, error) {
	cfg, err := cfg.opened()
	if err != nil {
		return nil, err
	}
	// The first runtime is made while the sources are bundled: it runs each program while the next one, and then the files
	// for browsers, are built.
	var first *worker
	var firstErr error
	programs, made := make(chan *goja.Program), make(chan struct{})
	go func() {
		defer close(made)
		first, firstErr = newWorker(func(yield func(*goja.Program) bool) {
			for program := range programs {
				if !yield(program) {
					return
				}
			}
		}, cfg)
	}()
	b, err := build(cfg, func(program *goja.Program) {
		select {
		case programs <- program:
		case <-made: // one before it did not run
		}
	})
	close(programs)
	<-made
	if err != nil {
		return nil, err
	}
	if firstErr != nil {
		return nil, fmt.Errorf("start the server program: %w", firstErr)
	}
	return startEngine(cfg, b, first), nil
}

// startEngine makes an engine of a bundle, with runtimes of its own. Where there is no first one yet, whoever uses the engine gets
// the error of one that cannot be made.
func startEngine(cfg Config, b *bundle, first *worker) *Engine {
	return &Engine{cfg: cfg, bundle: b, pool: newPool(b.programs, first, cfg)}
}

// Fork returns an engine of the same sources as they were when e was made, with runtimes, limits and a life of its own: nothing is
// bundled again, which is most of the work of [New]. Of cfg, the fields from Workers on count; the others are those of e. It is for
// tests that start the same site many times.
func (e *Engine) Fork(cfg Config) (*Engine, error) {
	cfg = cfg.withDefaults()
	own := e.cfg
	own.Workers, own.Timeout, own.Wait, own.CallDepth, own.MaxHTML = cfg.Workers, cfg.Timeout, cfg.Wait, cfg.CallDepth, cfg.MaxHTML
	own.Observe, own.life = cfg.Observe, newLife()
	first, err := newWorker(slices.Values(e.bundle.programs), own)
	if err != nil {
		return nil, fmt.Errorf("start the server program: %w", err)
	}
	return startEngine(own, e.bundle, first), nil
}

// Close ends the engine, and all others of the same [Toolchain]: it waits for the renders in progress, which Config.Timeout
// bounds, and releases the runtimes. Whatever needs one from then on returns [ErrClosed]; pages in their
// default state and the built files are still there. It may be called more than once.
func (e *Engine) Close() {
	e.cfg.life.end()
	e.pool.drain()
}

// Version is a hash of the server program: two engines with the same version render the same bytes from the same props.
func (e *Engine) Version() string { return e.bundle.version }

// Markup renders the page named name to a string of HTML or SVG that has no islands.
func (e *Engine) Markup(ctx context.Context, name string, props any) ([]byte, error) {
	data, err := json.Marshal(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	r, err := e.pool.page(ctx, name, data)
	if err != nil {
		return nil, err
	}
	if len(r.slots) > 0 {
		return nil, fmt.Errorf("render %s: it has %d islands; markup has none", name, len(r.slots))
	}
	return r.html, nil
}

// Value returns the JSON of a value that the server's entry passed to serve under that name: what the components know and Go
// does not.
func (e *Engine) Value(ctx context.Context, name string) (json.RawMessage, error) {
	return e.pool.value(ctx, name)
}

// Island renders one island by itself, as it would stand in the slot with the given id.
func (e *Engine) Island(ctx context.Context, name, id string, props any) ([]byte, error) {
	data, err := canonicalJSON(props)
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	return e.pool.island(ctx, island{name: name, id: id}, data)
}
