package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A raise changes what the company charges, rounded as it was, and nothing else of the file.
func TestPricesRaise(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "prices.yaml")
	write := func(text string) { testkit.Must(t, os.WriteFile(file, []byte(text), 0o600)) }
	write("# low: 5\nprices:\n  # By load.\n\n  a: { low: 99, high: 399 }\n  b: {low: 650, plus: true}\n" +
		"  c:\n    low: 75\n    high: 1500\n  d: { low: 120, from: true }\n  e: { low: 42 }\n" +
		"market:\n  a: { low: 100 }\n")
	const want = "# low: 5\nprices:\n  # By load.\n\n  a: { low: 109, high: 429 }\n  b: {low: 700, plus: true}\n" +
		"  c:\n    low: 80\n    high: 1625\n  d: { low: 130, from: true }\n  e: { low: 45 }\n" +
		"market:\n  a: { low: 100 }\n"
	var out strings.Builder
	err := Run(t.Context(), []string{"prices", "raise", "8", "--content", dir}, &out, &out)
	if got, _ := os.ReadFile(file); err != nil || string(got) != want || !strings.Contains(out.String(), "7 amounts") {
		t.Errorf("prices raise = %v, %s\n%s", err, out.String(), got)
	}
	for _, percent := range []string{"0", "200"} {
		if err := Run(t.Context(), []string{"prices", "raise", percent, "--content", dir}, &out, &out); err == nil {
			t.Errorf("a raise of %s percent is accepted", percent)
		}
	}
}
