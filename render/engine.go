package render

import (
	"context"
	"encoding/json"
	"fmt"
)

// Engine renders pages. It is safe for concurrent use. [Engine.Close] is only needed if the program outlives the
// engine.
type Engine struct {
	cfg    Config
	bundle *bundle
	pool   *pool
}

// New bundles the sources below cfg.Dir and starts the JavaScript runtimes. If the sources cannot be bundled, or React
// is not [ReactVersion], the error is a [*BuildError] with all messages of the bundler. If the entry throws while it is
// loaded, the error wraps an [*Error].
func New(cfg Config) (*Engine, error) {
	cfg, err := cfg.opened()
	if err != nil {
		return nil, err
	}
	b, err := build(cfg)
	if err != nil {
		return nil, err
	}
	return newEngine(cfg, b)
}

// newEngine returns an engine with a first runtime, whose errors are those of the entry.
func newEngine(cfg Config, b *bundle) (*Engine, error) {
	first, err := newWorker(b.programs, cfg)
	if err != nil {
		return nil, fmt.Errorf("start the server program: %w", err)
	}
	return &Engine{cfg, b, newPool(b.programs, first, cfg)}, nil
}

// Fork returns an engine of e's bundles with runtimes and limits of its own, which is closed separately. Only the
// fields of cfg from Workers on count. Nothing is bundled again, which is most of the work of [New]: tests that start
// the same site many times use it.
func (e *Engine) Fork(cfg Config) (*Engine, error) {
	cfg = cfg.withDefaults()
	own := e.cfg
	own.Workers, own.Timeout, own.Wait, own.Admit = cfg.Workers, cfg.Timeout, cfg.Wait, cfg.Admit
	own.MaxHTML, own.MaxMemory, own.Observe = cfg.MaxHTML, cfg.MaxMemory, cfg.Observe
	own.life = newLife()
	return newEngine(own, e.bundle)
}

// Close waits for the renders in progress, which Config.Timeout bounds, and releases the runtimes of the engine and of
// all others of the same builder of package develop. Later renders return [ErrClosed]; kept pages in their default
// state and the built files remain available. It may be called more than once.
func (e *Engine) Close() {
	e.cfg.life.end()
	for {
		select {
		case <-e.pool.free:
		default:
			return
		}
	}
}

// Version is a hash of the server program: engines with the same version render the same bytes from the same props.
func (e *Engine) Version() string { return e.bundle.version }

// Markup renders the page registered as name, which must not have islands: an email, or SVG.
func (e *Engine) Markup(ctx context.Context, name string, props any) ([]byte, error) {
	r, err := e.pool.page(ctx, name, props)
	if err != nil {
		return nil, err
	}
	if len(r.slots) > 0 {
		return nil, fmt.Errorf("render %s: markup with %d islands, want none", name, len(r.slots))
	}
	return r.html, nil
}

// Value returns, as JSON, a value that the server's entry passed to serve under that name: data that the components
// have and Go needs. A function is called with the arguments, as JSON, and its result returned.
func (e *Engine) Value(ctx context.Context, name string, args ...any) (json.RawMessage, error) {
	encoded := make([][]byte, len(args))
	for i, arg := range args {
		var err error
		if encoded[i], err = encode(arg); err != nil {
			return nil, fmt.Errorf("encode the arguments of %s: %w", name, err)
		}
	}
	return e.pool.value(ctx, name, encoded)
}

// Island renders one island by itself, as in a slot with the given id.
func (e *Engine) Island(ctx context.Context, name, id string, props any) ([]byte, error) {
	data, err := encode(props)
	if err == nil {
		data, err = canonical(data)
	}
	if err != nil {
		return nil, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	return e.pool.island(ctx, island{name: name, id: id}, data)
}
