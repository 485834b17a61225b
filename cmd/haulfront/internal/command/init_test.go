package command

import (
	"slices"
	"testing"
)

// TestListItem divides an answer of a terminal into towns, each with its state.
func TestListItem(t *testing.T) {
	want := []string{"Duluth", " Cloquet", " Superior, WI", " Post Falls,ID"}
	for _, line := range []string{
		"Duluth, Cloquet, Superior, WI, Post Falls,ID", "Duluth; Cloquet; Superior, WI; Post Falls,ID",
	} {
		if got := listItem.FindAllString(line, -1); !slices.Equal(got, want) {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
