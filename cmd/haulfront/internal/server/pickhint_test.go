package server

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"haulfront/cmd/haulfront/internal/site"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/content"
)

// TestPickHint checks that a form says what customers do about a time only on pages of a program with an office, and as
// business.yaml has it.
func TestPickHint(t *testing.T) {
	t.Parallel()
	const self, ask = "Pick a time right after.", "Tell us right after which times suit you."
	folder := func(mode string) string {
		dir := t.TempDir()
		testkit.Must(t, os.CopyFS(dir, content.FS))
		business, err := os.ReadFile(filepath.Join(dir, "business.yaml"))
		testkit.Must(t, err)
		changed := strings.Replace(string(business), "mode: self", "mode: "+mode, 1)
		testkit.Must(t, os.WriteFile(filepath.Join(dir, "business.yaml"), []byte(changed), 0o644))
		return "CONTENT_DIR=" + dir
	}
	const users = "OFFICE_USERS=Ann <ann@example.com>"
	for name, test := range map[string]struct {
		export   *site.Export
		settings []string
		want     string
	}{
		"without an office": {nil, nil, ""},
		"self":              {nil, []string{users}, self},
		"ask":               {nil, []string{users, folder("ask")}, ask},
		"off":               {nil, []string{users, folder("off")}, ""},
		"exported": {
			&site.Export{Forms: &url.URL{Scheme: "https", Host: "forms.example"}}, []string{users}, "",
		},
	} {
		page := ""
		for file, body := range buildSite(t, test.export, test.settings...).Files() {
			if file == "/get-quote/index.html" {
				data, err := body(t.Context())
				testkit.Must(t, err)
				page = strings.ReplaceAll(string(data), "\u00a0", " ")
			}
		}
		for _, hint := range []string{self, ask} {
			if strings.Contains(page, "No obligation. "+hint+"</p>") != (hint == test.want) {
				t.Errorf("%s: the form says, or does not say, %q", name, hint)
			}
		}
		if !strings.Contains(page, "No obligation.") {
			t.Errorf("%s: there is no form: %.300s", name, page)
		}
	}
}
