package command

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

// testEnvironment is a process whose output nobody reads, and whose engines share their bundles.
func testEnvironment() *environment {
	return &environment{Stdout: io.Discard, Stderr: io.Discard, Now: time.Now, NewEngine: program.SharedBundle}
}

// Each setting is an environment variable and a flag.
func TestServeHelp(t *testing.T) {
	var help bytes.Buffer
	if err := Run(t.Context(), []string{"serve", "--help"}, &help, io.Discard); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(help.String()), " ")
	for _, tag := range program.SettingTags() {
		name := tag.Get("env")
		if !strings.Contains(text, program.FlagOf(name)+"=") || !strings.Contains(text, "($"+name+")") {
			t.Errorf("haulfront serve --help does not name %s and $%s:\n%s", program.FlagOf(name), name, help.String())
		}
	}
}
