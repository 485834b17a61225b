package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// TestMain makes "haulfront" the main of this program, in a process of its own, for scripts and for package program;
// "haulfront-unlimited" and "haulfront-few-files" are the same for a process with other limits, and
// "haulfront-roots" prints what it trusts.
func TestMain(m *testing.M) {
	testscript.Main(bareTests{m}, map[string]func(){
		"haulfront": main, "haulfront-unlimited": mainUnlimited, "haulfront-few-files": mainFewFiles,
		"haulfront-roots": mainRoots,
	})
}

// bareTests sets up the environment of the tests alone: the program in a process of its own keeps what the machine has
// set.
type bareTests struct{ *testing.M }

func (tests bareTests) Run() int {
	program.SetEnvironment()
	return tests.M.Run()
}

// TestScripts runs scripts that use the program's commands beside its pages, see [servertest.RunScripts].
func TestScripts(t *testing.T) { servertest.RunScripts(t) }
