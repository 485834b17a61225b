package render

import (
	"os"
	"strings"
	"time"
)

// fileStamp changes when a file is written, and that of a folder when a file in it comes or goes.
type fileStamp struct {
	size     int64
	modified time.Time
	names    string
}

// stampOf returns the stamp of a file or a folder, which is zero while there is none.
func stampOf(name string) fileStamp {
	info, err := os.Stat(name)
	if err != nil {
		return fileStamp{}
	}
	if !info.IsDir() {
		return fileStamp{size: info.Size(), modified: info.ModTime()}
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return fileStamp{}
	}
	var names strings.Builder
	for _, entry := range entries {
		names.WriteString(entry.Name() + "/")
	}
	return fileStamp{names: names.String()}
}

// reading is a build that reads files, which may change meanwhile: what changes may or may not be in it.
type reading struct {
	began  time.Time
	before map[string]fileStamp
}

// readingNow begins a build that is likely to read certain files.
func readingNow(files map[string]fileStamp) reading {
	r := reading{time.Now(), make(map[string]fileStamp, len(files))}
	for name := range files {
		r.before[name] = stampOf(name)
	}
	return r
}

// clock is how far the clock of a file system may be behind.
const clock = time.Second

// stamp returns the stamp of a file as it was read. It is zero where that is not known, so that the file is read once more.
func (r reading) stamp(name string) fileStamp {
	if stamp, ok := r.before[name]; ok {
		return stamp
	}
	stamp := stampOf(name)
	if info, err := os.Stat(name); err == nil && info.ModTime().Before(r.began.Add(-clock)) {
		return stamp
	}
	return fileStamp{}
}

// stamps returns the stamps of all files that the build has read.
func (r reading) stamps(cfg Config, metafile string) (map[string]fileStamp, error) {
	names, err := inputs(metafile)
	if err != nil {
		return nil, err
	}
	stamps := make(map[string]fileStamp, len(names))
	for _, name := range names {
		stamps[fileOf(cfg, name)] = r.stamp(fileOf(cfg, name))
	}
	return stamps, nil
}

// unchanged reports whether files are as they were.
func unchanged(files map[string]fileStamp) bool {
	for name, stamp := range files {
		if stampOf(name) != stamp {
			return false
		}
	}
	return true
}
