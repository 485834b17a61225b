package render

import (
	"archive/zip"
	"bytes"
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
	cfg = cfg.withDefaults()
	cfg.Development, cfg.Sources = false, nil
	s, err := openSources(cfg)
	if err != nil {
		return nil, err
	}
	cfg.sources = s
	s.imports, s.read = map[string]target{}, map[string][]byte{}
	if _, err := s.file(filepath.Join(s.dir, tsconfigFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("pack the sources: %w", err)
	}
	if _, err := build(cfg); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	maps.Copy(files, more)
	maps.Copy(files, s.read)
	if files[importsFile], err = json.Marshal(s.imports); err != nil {
		return nil, fmt.Errorf("pack the imports: %w", err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !filepath.IsLocal(name) {
			return nil, fmt.Errorf("pack %s: it is outside of %s", name, s.dir)
		}
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

	mu sync.Mutex // for sources that are being packed
	// imports are those of packed sources, or of the sources that are being packed, by importOf.
	imports map[string]target
	read    map[string][]byte // the files that were read, if they are being packed
}

// target is the file that an import resolves to.
type target struct {
	// File is its path below dir.
	File string `json:"file"`
	// Pure: the file may be left out if none of its exports is used, as its package.json promises.
	Pure bool `json:"pure,omitempty"`
}

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
	s := &sources{dir: root, files: cfg.Sources}
	data, err := fs.ReadFile(s.files, importsFile)
	if err != nil {
		return nil, fmt.Errorf("read the packed sources: %w", err)
	}
	if err := json.Unmarshal(data, &s.imports); err != nil {
		return nil, fmt.Errorf("read %s of the packed sources: %w", importsFile, err)
	}
	if tsconfig, err := fs.ReadFile(s.files, tsconfigFile); err == nil {
		s.tsconfig = string(tsconfig)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the packed sources: %w", err)
	}
	return s, nil
}

// below returns the path of a file below dir, or, with a plugin's namespace, that, ":" and the path.
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

// file returns a file by its absolute path.
func (s *sources) file(path string) ([]byte, error) {
	name, err := s.below(path, "file")
	if err != nil {
		return nil, err
	}
	if s.files != nil {
		return fs.ReadFile(s.files, name)
	}
	data, err := os.ReadFile(path)
	if s.read != nil && err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.read[name] = data
	}
	return data, err
}

// importOf identifies an import statement: by the target, because packages may have files of their own for browsers, by
// its kind, because they may have others for require(), by the importing file and the path in the statement.
func (s *sources) importOf(t Target, a api.OnResolveArgs) (string, error) {
	importer, err := s.below(a.Importer, a.Namespace)
	kind := "import"
	if a.Kind == api.ResolveJSRequireCall || a.Kind == api.ResolveJSRequireResolve {
		kind = "require"
	}
	return strings.Join([]string{string(t), kind, importer, a.Path}, " "), err
}

// plugins returns the plugin that records or replaces esbuild's search for files. It comes last.
func (s *sources) plugins(t Target) []api.Plugin {
	if s.imports == nil {
		return nil
	}
	return []api.Plugin{{Name: "packed-sources", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `.`}, func(a api.OnResolveArgs) (result api.OnResolveResult, _ error) {
			if _, again := a.PluginData.(asked); again || strings.HasPrefix(a.Path, "data:") {
				return result, nil
			}
			of, err := s.importOf(t, a)
			if err != nil {
				return result, err
			}
			found, err := s.find(b, of, a)
			if err == nil && found.File != "" {
				result.Path, result.Namespace = filepath.Join(s.dir, filepath.FromSlash(found.File)), "file"
			}
			if found.Pure {
				result.SideEffects = api.SideEffectsFalse
			}
			return result, err
		})
		b.OnLoad(api.OnLoadOptions{Filter: `.`, Namespace: "file"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			data, err := s.file(a.Path)
			text := string(data)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderDefault, ResolveDir: filepath.Dir(a.Path)}, err
		})
	}}}
}

// find returns the file of an import, or none if esbuild needs none, or says what is wrong. Of sources that are being
// packed, it asks esbuild.
func (s *sources) find(b api.PluginBuild, of string, a api.OnResolveArgs) (t target, err error) {
	if s.files != nil {
		t, ok := s.imports[of]
		if !ok {
			err = fmt.Errorf("%q is not among the packed sources", a.Path)
		}
		return t, err
	}
	found := b.Resolve(a.Path, api.ResolveOptions{
		Importer: a.Importer, Namespace: a.Namespace, ResolveDir: a.ResolveDir, Kind: a.Kind, PluginData: asked{},
	})
	if len(found.Errors) > 0 || found.External || found.Namespace != "file" {
		return t, nil
	}
	t.Pure = !found.SideEffects
	if t.File, err = s.below(found.Path, found.Namespace); err != nil {
		return t, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.imports[of]; ok && known != t {
		return t, fmt.Errorf("%s is both %s and %s in the same file", a.Path, t.File, known.File)
	}
	s.imports[of] = t
	return t, nil
}
