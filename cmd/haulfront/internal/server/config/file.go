package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// FromFile returns a resolver of flags from a file of environment variables, as systemd reads it: NAME=value a line,
// with quotation marks or without, and comments after # or ; at the start of a line (systemd.exec(5),
// "EnvironmentFile="). The environment wins over the file. A file that is missing, or that this user may not read, has
// no settings.
func FromFile(name string) (kong.Resolver, error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("read the settings: %w", err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(text)) {
		variable, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		if n := len(value); n > 1 && value[0] == value[n-1] && strings.ContainsAny(value[:1], `"'`) {
			value = value[1 : n-1]
		}
		values[variable] = value
	}
	return kong.ResolverFunc(func(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		for _, variable := range flag.Envs {
			value, given := values[variable]
			if _, set := os.LookupEnv(variable); given && !set {
				return value, nil
			}
		}
		return nil, nil
	}), nil
}
