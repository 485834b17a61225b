package config

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"haulfront/content/spelling"
)

// variables are the names of all settings.
var variables = names(reflect.TypeFor[Settings]())

func names(settings reflect.Type) (list []string) {
	for field := range settings.Fields() {
		if name := field.Tag.Get("env"); name != "" {
			list = append(list, name)
		} else if field.Type.Kind() == reflect.Struct {
			list = append(list, names(field.Type)...)
		}
	}
	return list
}

// Misspelled returns, by name, the environment variables that are no settings but probably meant to be, with the
// setting that each resembles most: its name differs in at most two letters, or begins with the word of several
// settings.
func Misspelled() map[string]string {
	found := map[string]string{}
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		word, _, _ := strings.Cut(name, "_")
		nearest, family := spelling.Nearest(name, variables, 1)[0], 0
		for _, setting := range variables {
			if strings.HasPrefix(setting, word+"_") {
				family++
			}
		}
		close := spelling.Distance(name, nearest) <= min(2, len(nearest)/4)
		if !slices.Contains(variables, name) && (close || family > 1) {
			found[name] = nearest
		}
	}
	return found
}
