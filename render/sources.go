package render

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

const (
	// importsFile is the file of [Pack] with the resolved imports.
	importsFile = "imports.json"
	// tsconfigFile has compiler options that esbuild follows.
	tsconfigFile = "tsconfig.json"
)

// Pack bundles the sources below cfg.Dir and returns a zip file of every file that went into the bundles, by its
// slash-separated path below cfg.Dir, one file with the resolved imports, and more files of the program's own. With
// them as [Config.Sources] an engine makes the same bundles from memory: it needs no node_modules, no file system and
// no search for packages.
//
// The files are those of a build for production: they do not work with Config.Development. The zip file is
// uncompressed, because each start reads all files, some twice.
func Pack(cfg Config, more map[string][]byte) ([]byte, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("find the sources: %w", err)
	}
	cfg.Development = false
	cfg.sources = &sources{dir: dir, imports: map[importOf]target{}, recording: true}
	b, err := build(cfg, func(*goja.Program) {})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	maps.Copy(files, more)
	for _, name := range b.inputs {
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("pack %s: it is outside of %s", name, dir)
		}
		if files[name], err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return nil, fmt.Errorf("pack the sources: %w", err)
		}
	}
	tsconfig, err := os.ReadFile(filepath.Join(dir, tsconfigFile))
	if err == nil {
		files[tsconfigFile] = tsconfig
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("pack the sources: %w", err)
	}
	var rows []row
	for i, t := range cfg.sources.imports {
		rows = append(rows, row{i, t})
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Importer, b.Importer), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Target, b.Target),
			cmp.Compare(a.File, b.File))
	})
	if files[importsFile], err = json.Marshal(rows); err != nil {
		return nil, fmt.Errorf("pack the imports: %w", err)
	}
	return archive(files)
}

func archive(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
		_, _ = file.Write(files[name]) // a bytes.Buffer takes everything
	}
	_ = w.Close()
	return out.Bytes(), nil
}

// sources are the files that a build reads.
type sources struct {
	// dir is the absolute path that all paths are relative to. It is the root folder for packed sources.
	dir string
	// files are packed sources; nil: they are read from dir.
	files    fs.FS
	tsconfig string

	mu sync.Mutex // held while recording
	// imports are those of packed sources, or of the sources that are being packed.
	imports   map[importOf]target
	recording bool
}

// importOf is an import statement in a file.
type importOf struct {
	// Target: packages may have files of their own for browsers.
	Target Target `json:"target"`
	// Importer is the file's path below dir, or its namespace, ":" and its path; empty for an entry point.
	Importer string `json:"importer"`
	// Path is the path in the statement.
	Path string `json:"path"`
	// Required: it is a require(), for which a package may have another file.
	Required bool `json:"required,omitempty"`
}

// target is the file that an import resolves to.
type target struct {
	// File is its path below dir.
	File string `json:"file"`
	// Pure: the file may be left out if none of its exports is used, as its package.json promises.
	Pure bool `json:"pure,omitempty"`
}

// row is a row of importsFile.
type row struct {
	importOf
	target
}

// openSources opens the sources of a config.
func openSources(cfg Config) (*sources, error) {
	if cfg.Sources == nil {
		dir, err := filepath.Abs(cfg.Dir)
		if err != nil {
			return nil, fmt.Errorf("find the sources: %w", err)
		}
		return &sources{dir: dir}, nil
	}
	if cfg.Development {
		return nil, errors.New("packed sources are for production: development needs the folder that they came from")
	}
	root, err := filepath.Abs("/")
	if err != nil {
		return nil, fmt.Errorf("find the root folder: %w", err)
	}
	s := &sources{dir: root, files: cfg.Sources, imports: map[importOf]target{}}
	data, err := fs.ReadFile(s.files, importsFile)
	if err != nil {
		return nil, fmt.Errorf("read the packed sources: %w", err)
	}
	var rows []row
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, fmt.Errorf("read %s of the packed sources: %w", importsFile, err)
	}
	for _, r := range rows {
		s.imports[r.importOf] = r.target
	}
	if tsconfig, err := fs.ReadFile(s.files, tsconfigFile); err == nil {
		s.tsconfig = string(tsconfig)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the packed sources: %w", err)
	}
	return s, nil
}

// below returns a path in the form of importOf and target.
func (s *sources) below(path, namespace string) (string, error) {
	switch {
	case path == "":
		return "", nil
	case namespace != "file" && namespace != "":
		return namespace + ":" + path, nil
	}
	relative, err := filepath.Rel(s.dir, path)
	return filepath.ToSlash(relative), err
}

// read returns a file by its absolute path.
func (s *sources) read(path string) ([]byte, error) {
	if s.files == nil {
		return os.ReadFile(path)
	}
	name, err := s.below(path, "file")
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(s.files, name)
}

// plugins returns the plugins that record or replace esbuild's search for files. They come last.
func (s *sources) plugins(t Target) []api.Plugin {
	switch {
	case s.recording:
		return []api.Plugin{s.recorder(t)}
	case s.files != nil:
		return []api.Plugin{s.reader(t)}
	}
	return nil
}

// recorder notes how esbuild resolves imports.
func (s *sources) recorder(bundle Target) api.Plugin {
	return api.Plugin{Name: "record-imports", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if _, again := a.PluginData.(asked); again {
				return api.OnResolveResult{}, nil
			}
			found := b.Resolve(a.Path, api.ResolveOptions{
				Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind,
				PluginData: asked{},
			})
			if len(found.Errors) > 0 || found.External || found.Namespace != "file" {
				return api.OnResolveResult{}, nil // esbuild says what is wrong, or needs no file
			}
			key, err := s.importOf(bundle, a)
			if err != nil {
				return api.OnResolveResult{}, err
			}
			file, err := s.below(found.Path, found.Namespace)
			if err != nil {
				return api.OnResolveResult{}, err
			}
			t := target{File: file, Pure: !found.SideEffects}
			s.mu.Lock()
			defer s.mu.Unlock()
			if known, ok := s.imports[key]; ok && known != t {
				err := fmt.Errorf("%s is both %s and %s in the same file", a.Path, file, known.File)
				return api.OnResolveResult{}, err
			}
			s.imports[key] = t
			return s.resolved(t), nil
		})
	}}
}

// reader resolves imports as they were recorded, and reads packed files.
func (s *sources) reader(bundle Target) api.Plugin {
	return api.Plugin{Name: "packed-sources", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if strings.HasPrefix(a.Path, "data:") {
				return api.OnResolveResult{}, nil // it is its own content
			}
			key, err := s.importOf(bundle, a)
			if err != nil {
				return api.OnResolveResult{}, err
			}
			t, ok := s.imports[key]
			if !ok {
				return api.OnResolveResult{}, fmt.Errorf("%q is not among the packed sources", a.Path)
			}
			return s.resolved(t), nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := s.read(a.Path)
			text := string(data)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}
}

func (s *sources) importOf(t Target, a api.OnResolveArgs) (importOf, error) {
	importer, err := s.below(a.Importer, a.Namespace)
	required := a.Kind == api.ResolveJSRequireCall || a.Kind == api.ResolveJSRequireResolve
	return importOf{Target: t, Importer: importer, Path: a.Path, Required: required}, err
}

func (s *sources) resolved(t target) api.OnResolveResult {
	result := api.OnResolveResult{Path: filepath.Join(s.dir, filepath.FromSlash(t.File)), Namespace: "file"}
	if t.Pure {
		result.SideEffects = api.SideEffectsFalse
	}
	return result
}
