package sources

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/site/seo"
	"haulfront/content"
	"haulfront/content/contact"
	"haulfront/content/scaffold"
)

// PhotosFolder is the folder of photographs in a folder of content, publicFolder that of files to serve as they are.
const (
	PhotosFolder = "photos"
	publicFolder = "public"
)

// publicDepth bounds the folders in publicFolder.
const publicDepth = 4

// Content is the site's text, facts and photographs: embedded in the program, or in a folder, which may change while
// the program runs.
type Content struct {
	// Dir is the content folder, empty for embedded content.
	Dir           string
	words, photos *tree
	options       content.Options
	officePhotos  fs.FS
	// hosts serve the site; by default, the host of the content's url does.
	hosts []string
}

// Content returns the content that the settings name. Without CONTENT_DIR that is the embedded content or, during
// development, the checkout's.
func (s Sources) Content(set config.Settings, dev bool) (*Content, error) {
	options, hosts := content.Options{Drafts: dev}, set.Hosts()
	if set.ContentDir != "" {
		files, photos := os.DirFS(set.ContentDir), os.DirFS(filepath.Join(set.ContentDir, PhotosFolder))
		return &Content{set.ContentDir, newTree(files), newTree(photos), options, nil, hosts}, nil
	}
	photos, err := s.Photos()
	if err != nil {
		return nil, fmt.Errorf("photographs: %w", err)
	}
	if dev {
		dir := filepath.Join(s.Dir, "content")
		return &Content{dir, newTree(os.DirFS(dir)), newTree(photos), options, nil, hosts}, nil
	}
	return &Content{"", newTree(content.FS), newTree(photos), options, nil, hosts}, nil
}

// Load reads all content. The error has one line per problem.
func (c *Content) Load() (site.Source, error) {
	source := site.Source{Photos: c.photos.view, OfficePhotos: c.officePhotos}
	if _, err := fs.Stat(c.words.view, "business.yaml"); err != nil {
		return source, fmt.Errorf("CONTENT_DIR: %s: %w; want a folder such as haulfront content writes", c.Dir, err)
	}
	var err error
	if source.Content, err = c.options.Load(c.words.view); err != nil {
		return source, fmt.Errorf("content:\n%w", err)
	}
	if err := c.publishable(source.Content); err != nil {
		return source, err
	}
	if source.LastMod, err = seo.ReadLastMod(c.words.view); err != nil {
		return source, err
	}
	if c.Dir != "" {
		if source.Public, err = fs.Sub(c.words.view, publicFolder); err != nil {
			return source, err
		}
		source.Modified, err = c.words.modified()
	}
	return source, err
}

// publishable refuses to serve anything invented on a public host, except during development.
func (c *Content) publishable(words *content.Site) error {
	hosts := c.hosts
	if own, err := url.Parse(words.Business.URL); err == nil && len(hosts) == 0 {
		hosts = []string{own.Hostname()}
	}
	i := slices.IndexFunc(hosts, contact.PublicHost)
	if invented := words.Unpublishable(); i >= 0 && invented != nil && !c.options.Drafts {
		return fmt.Errorf("content:\n%w\n%s is a public host: what is invented must not be published there. "+
			"\"haulfront init DIR\" writes content of your own", invented, hosts[i])
	}
	return nil
}

// BorrowedPlaces reports places of the built-in company in the content of another one, see [scaffold.BorrowedPlaces].
func (c *Content) BorrowedPlaces() error { return scaffold.BorrowedPlaces(content.FS, c.words.view) }

// Hidden reports what lines of towns under also alone say, see [scaffold.Hidden].
func (c *Content) Hidden() error { return scaffold.Hidden(c.words.view) }

// Unwritten reports texts that "haulfront new" wrote to be replaced, see [scaffold.Unwritten].
func (c *Content) Unwritten() error { return scaffold.Unwritten(c.words.view) }

// Overlooked reports what an owner may think that the content does, see [scaffold.Overlooked].
func (c *Content) Overlooked() error { return scaffold.Overlooked(content.FS, c.words.view) }

// With returns the content with the files and photographs of the office over it, which may be nil.
func (c *Content) With(files, photos fs.FS) *Content {
	changed := c.Snapshot()
	changed.options.Office, changed.officePhotos = files, photos
	return changed
}

// Snapshot returns the files that Changed found last, for a Load beside later calls of Changed.
func (c *Content) Snapshot() *Content {
	words, photos := *c.words, *c.photos
	return &Content{c.Dir, &words, &photos, c.options, c.officePhotos, c.hosts}
}

// Changed reports whether a file was added, removed or changed since the last call. The first call returns true.
func (c *Content) Changed() (bool, error) {
	words, err := c.words.changed()
	if err != nil {
		return false, err
	}
	photos, err := c.photos.changed()
	return words || photos, err
}

// tree is a folder with subfolders.
type tree struct {
	files fs.FS
	// view hides the files that editors and file systems add. Its value differs after each change.
	view *visibleFiles
	// known are the files when they were last read, and sum is a hash of all of them.
	known map[string]fileState
	sum   [sha256.Size]byte
}

// fileState is a file when it was last read.
type fileState struct {
	size     int64
	modified time.Time
	sum      [sha256.Size]byte
	// settled means that the file had not been written for settleTime, so that a later change has another time.
	settled bool
}

// settleTime is above the time resolution of common file systems; FAT's is two seconds.
const settleTime = 3 * time.Second

func newTree(files fs.FS) *tree { return &tree{files: files, view: &visibleFiles{files}} }

// changed reports whether a file was added, removed or changed since the last call, by its contents. Times only tell
// which files to read again: editors may preserve them, and network folders may round them to seconds.
func (t *tree) changed() (bool, error) {
	now := time.Now()
	known := map[string]fileState{}
	all := sha256.New()
	err := t.each(func(name string, info fs.FileInfo) error {
		state, ok := t.known[name]
		if !ok || !state.settled || state.size != info.Size() || !state.modified.Equal(info.ModTime()) {
			data, err := fs.ReadFile(t.view, name)
			if errors.Is(err, errTooLarge) {
				data, err = fmt.Append(nil, info.Size(), info.ModTime()), nil
			}
			if err != nil {
				return err
			}
			state = fileState{info.Size(), info.ModTime(), sha256.Sum256(data), now.Sub(info.ModTime()) > settleTime}
		}
		known[name] = state
		all.Write([]byte(name + "\x00"))
		all.Write(state.sum[:])
		return nil
	})
	if err != nil {
		return false, err
	}
	before := t.sum
	t.known = known
	all.Sum(t.sum[:0])
	if before == t.sum {
		return false, nil
	}
	t.view = &visibleFiles{t.files}
	return true, nil
}

// modified is the time of the latest change of a file. The file of pages' dates does not count: it changes no page.
func (t *tree) modified() (latest time.Time, err error) {
	err = t.each(func(name string, info fs.FileInfo) error {
		if name != seo.LastModFile && info.ModTime().After(latest) {
			latest = info.ModTime()
		}
		return nil
	})
	return latest, err
}

// each calls f for every file, in alphabetical order. It follows symbolic links, which Kubernetes uses for all files of
// a ConfigMap. It skips files that are removed meanwhile, and folders that do not exist.
func (t *tree) each(f func(name string, info fs.FileInfo) error) error {
	var folder func(dir string, depth int) error
	folder = func(dir string, depth int) error {
		entries, err := fs.ReadDir(t.view, dir)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		for _, entry := range entries {
			name := path.Join(dir, entry.Name())
			info, err := fs.Stat(t.view, name)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				return err
			case info.IsDir() && (depth == 0 && name != PhotosFolder ||
				depth < publicDepth && strings.HasPrefix(name, publicFolder+"/")):
				if err := folder(name, depth+1); err != nil {
					return err
				}
			case info.Mode().IsRegular():
				if err := f(name, info); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
		return err
	}
	return folder(".", 0)
}

// maxBytes is the largest size of a file: that of a camera's photograph in full resolution.
const maxBytes = 32 << 20

var errTooLarge = fmt.Errorf("the file is larger than %d MB", maxBytes>>20)

// visibleFiles hides files that are not content. It opens regular files of at most maxBytes alone: opening a named pipe
// would block.
type visibleFiles struct{ fs.FS }

// Open implements fs.FS.
func (v *visibleFiles) Open(name string) (fs.File, error) {
	info, err := v.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() > maxBytes:
		return nil, &fs.PathError{Op: "open", Path: name, Err: errTooLarge}
	case !info.Mode().IsRegular() && !info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	}
	return v.FS.Open(name)
}

// Stat implements fs.StatFS, so that files are not opened for it.
func (v *visibleFiles) Stat(name string) (fs.FileInfo, error) { return fs.Stat(v.FS, name) }

// ReadDir implements fs.ReadDirFS.
func (v *visibleFiles) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(v.FS, dir)
	shown := entries[:0]
	for _, entry := range entries {
		if !temporary(entry.Name()) {
			shown = append(shown, entry)
		}
	}
	return shown, err
}

// Visible hides the files that are not content, see temporary.
func Visible(files fs.FS) fs.FS { return &visibleFiles{files} }

// copyForm matches the names that file managers and browsers give to copies.
var copyForm = regexp.MustCompile(`^copy of | copy(?: \d+)?\.\w+$| - copy(?: \(\d+\))?\.\w+$| \(\d+\)\.\w+$`)

// temporary reports whether a file is hidden, one that Windows adds to folders, or a copy: Emacs's "#x#", vim's "x~"
// and "4913", "x.tmp", "x.swp" and "x.bak" of others, "x - Copy.yaml" and "x (2).yaml".
func temporary(name string) bool {
	name = strings.ToLower(name)
	for _, ending := range []string{"~", "#", ".tmp", ".swp", ".swx", ".bak", ".orig", "thumbs.db", "desktop.ini"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return strings.HasPrefix(name, ".") && name != ".well-known" || name == "4913" || copyForm.MatchString(name)
}
