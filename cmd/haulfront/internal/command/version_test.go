package command

import (
	"runtime/debug"
	"testing"
)

func TestDescribe(t *testing.T) {
	setting := func(pairs ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, test := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{setting("GOOS", "linux", "GOARCH", "arm64"), "haulfront v1.2.3, go1.26.8 linux/arm64, commit unknown"},
		{setting("GOOS", "linux", "GOARCH", "amd64", "vcs.revision", "7db4395", "vcs.time", "2026-11-21T20:00:00Z", "vcs.modified", "false"),
			"haulfront v1.2.3, go1.26.8 linux/amd64, commit 7db4395 of 2026-11-21T20:00:00Z"},
		{setting("GOOS", "linux", "GOARCH", "amd64", "vcs.revision", "7db4395", "vcs.time", "2026-11-21T20:00:00Z", "vcs.modified", "true"),
			"haulfront v1.2.3, go1.26.8 linux/amd64, commit 7db4395 of 2026-11-21T20:00:00Z, changed since"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}, Settings: test.settings}
		if got := describe(info); got != test.want {
			t.Errorf("describe() = %q, want %q", got, test.want)
		}
	}
}
