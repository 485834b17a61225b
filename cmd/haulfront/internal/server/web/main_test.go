package web_test

import (
	"os"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

func TestMain(m *testing.M) {
	program.SetEnvironment()
	os.Exit(m.Run())
}

// TestScripts runs scripts of requests and responses, see [servertest.RunScripts].
func TestScripts(t *testing.T) { servertest.RunScripts(t) }
