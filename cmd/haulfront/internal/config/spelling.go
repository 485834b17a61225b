package config

import (
	"os"
	"reflect"
	"slices"
	"strings"
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
		nearest, family := variables[0], 0
		for _, setting := range variables {
			if distance(name, setting) < distance(name, nearest) {
				nearest = setting
			}
			if strings.HasPrefix(setting, word+"_") {
				family++
			}
		}
		close := distance(name, nearest) <= min(2, len(nearest)/4)
		if !slices.Contains(variables, name) && (close || family > 1) {
			found[name] = nearest
		}
	}
	return found
}

// distance returns the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitution := diagonal
			if a[i] != b[j] {
				substitution++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitution, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
