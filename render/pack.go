package render

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/dop251/goja"
)

// Pack bundles the sources below cfg.Dir and returns the bundles, for a program that embeds them as [Config.Packed]. An
// engine of them needs no sources, and starts sooner.
func Pack(cfg Config) ([]byte, error) {
	var err error
	if cfg.Dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, fmt.Errorf("find the sources: %w", err)
	}
	cfg.Development = false
	b, err := build(cfg.withDefaults(), func(*goja.Program) {})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = gob.NewEncoder(&out).Encode(b)
	return out.Bytes(), err
}

// unpack reads the bundles that Pack returned and compiles their scripts, which takes most of the time. It calls load
// with each program in turn.
func unpack(packed []byte, load func(*goja.Program)) (*bundle, error) {
	b := &bundle{}
	if err := gob.NewDecoder(bytes.NewReader(packed)).Decode(b); err != nil {
		return nil, fmt.Errorf("read the packed bundles: %w", err)
	}
	b.programs = make([]*goja.Program, len(b.Scripts))
	errs := make([]error, len(b.Scripts))
	var compiling sync.WaitGroup
	for i, s := range b.Scripts {
		compiling.Go(func() { b.programs[i], errs[i] = s.compile() })
	}
	compiling.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for _, program := range b.programs {
		load(program)
	}
	return b, nil
}
