package command

import (
	"fmt"
	"runtime/debug"
)

// versionCommand is "haulfront version".
type versionCommand struct{}

// Run prints what was built, with what, and from which commit.
func (versionCommand) Run(env *environment) error {
	_, err := fmt.Fprintln(env.Stdout, version())
	return err
}

// version is the module's version, Go's, and the commit where the build knew it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "haulfront, built without module support"
	}
	return describe(info)
}

func describe(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := "commit unknown"
	if revision := settings["vcs.revision"]; revision != "" {
		commit = fmt.Sprintf("commit %s of %s", revision, settings["vcs.time"])
		if settings["vcs.modified"] == "true" {
			commit += ", changed since"
		}
	}
	number := info.Main.Version
	if number == "" {
		number = "(devel)"
	}
	return fmt.Sprintf("haulfront %s, %s %s/%s, %s", number, info.GoVersion, settings["GOOS"], settings["GOARCH"], commit)
}
