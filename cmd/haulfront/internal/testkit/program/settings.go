package program

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/kong"

	"haulfront/cmd/haulfront/internal/server/config"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/render"
)

// Settings reads NAME=value pairs as settings; of a name that is there twice the last one counts.
func Settings(t testing.TB, pairs ...string) config.Settings {
	t.Helper()
	set, err := ParseSettings(pairs...)
	testkit.Must(t, err)
	return set
}

// ParseSettings is Settings for values that may be bad.
func ParseSettings(pairs ...string) (config.Settings, error) {
	flags := config.NewFlags()
	parser, err := kong.New(&flags, config.Vars())
	if err != nil {
		return config.Settings{}, err
	}
	var args []string
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		args = append(args, FlagOf(name)+"="+value)
	}
	if _, err := parser.Parse(args); err != nil {
		return config.Settings{}, err
	}
	return flags.Settings()
}

// FlagOf returns the flag of a setting.
func FlagOf(name string) string {
	if folder, ok := strings.CutSuffix(name, "_DIR"); ok {
		name = folder
	}
	return "--" + strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// SettingTags are the tags of all settings.
func SettingTags() []reflect.StructTag { return settingTags(reflect.TypeFor[config.Settings]()) }

// SettingNames are the environment variables of all settings.
func SettingNames() (names []string) {
	for _, tag := range SettingTags() {
		names = append(names, tag.Get("env"))
	}
	return names
}

func settingTags(structure reflect.Type) (tags []reflect.StructTag) {
	for field := range structure.Fields() {
		if field.Tag.Get("env") != "" {
			tags = append(tags, field.Tag)
		} else if field.Type.Kind() == reflect.Struct {
			tags = append(tags, settingTags(field.Type)...)
		}
	}
	return tags
}

// SetEnvironment sets up the environment of a test binary in which sites run. Tests must not depend on the settings of
// the machine that runs them.
func SetEnvironment() {
	for _, name := range SettingNames() {
		if err := os.Unsetenv(name); err != nil {
			panic(err) // no name of a variable
		}
	}
	// All sites of the process share one garbage collector, which none of them may turn off while it starts.
	if err := os.Setenv("GOGC", cmp.Or(os.Getenv("GOGC"), "400")); err != nil {
		panic(err)
	}
}

// SharedBundle makes an engine, and bundles only if no test has made one of the same sources in the same way: bundling
// takes most of the time in which a site starts.
func SharedBundle(cfg render.Config) (*render.Engine, error) {
	if cfg.Development || cfg.Sources != nil {
		return render.New(cfg)
	}
	// The parts that a fork does not share do not matter.
	same := cfg
	same.Workers, same.Timeout, same.Wait, same.MaxHTML, same.Observe, same.Admit = 0, 0, 0, 0, nil, nil
	key := fmt.Sprintf("%+v", same)
	bundled, _ := bundles.LoadOrStore(key, sync.OnceValues(func() (*render.Engine, error) { return render.New(cfg) }))
	first, err := bundled.(func() (*render.Engine, error))()
	if err != nil {
		return nil, err
	}
	return first.Fork(cfg)
}

// bundles are functions that return the first engine of each kind.
var bundles sync.Map
