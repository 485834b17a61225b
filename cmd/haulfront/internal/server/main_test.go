package server_test

import (
	"os"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit/program"
)

func TestMain(m *testing.M) {
	program.SetEnvironment()
	os.Exit(m.Run())
}
