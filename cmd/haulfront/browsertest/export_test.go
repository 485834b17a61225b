package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// A page that another web server serves takes quotes all the same, with JavaScript and without: a haulfront elsewhere has
// the lead, and the visitor sees the result.
func TestExportedForms(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	static := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(static.Close)
	views := testkit.NewAnalytics(t)
	settings := []string{"--base-url=" + static.URL, "--analytics-url=" + views.URL, "--analytics-format=json"}
	site := startSite(t, settings...)
	export := exec.Command(binary(), append([]string{"export", dir, "--forms-url=" + site.URL + "/quote"}, settings...)...)
	export.Env = site.Cmd.Env
	if out, err := export.CombinedOutput(); err != nil {
		t.Fatalf("export: %v\n%s", err, out)
	}
	for i, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%v", scripts), func(t *testing.T) {
			b := newTab(t, 1280, 900, scripts)
			b.open(static.URL + "/")
			if scripts {
				views.Want(t, "/", "")
			}
			submit := func() { b.do(chromedp.Click(chromedp.CSS("#hero-form [type=submit]"))) }
			if !scripts {
				// What is wrong the program says itself, with everything kept; from there on its own page is in use.
				b.fill("hero-form", map[string]string{"name": "Ann O'Hara"})
				submit()
				b.untilToast("alert", testkit.Missing, testkit.MissingText)
				b.until(`location.href === %s`, site.URL+"/quote")
				b.until(`document.querySelector("#hero-form [name=name]").value === %s`, "Ann O'Hara")
				b.open(static.URL + "/")
			}
			b.fill("hero-form", ann)
			submit()
			if scripts {
				b.untilToast("status", testkit.Received, program.ReceivedText())
				b.until(`location.href === %s`, static.URL+"/")
				b.wantNoProblems()
			} else {
				b.until(`location.href === %s && document.readyState !== "loading"`, static.URL+"/received/")
				if text := b.text("main"); !strings.Contains(text, testkit.Received) || !strings.Contains(text, program.ReceivedText()) || !strings.Contains(text, program.Phone()) {
					t.Errorf("the page is %q, want the success and the phone number", text)
				}
			}
			calls := site.Calls.Wait(t, 2*i+2)[2*i:]
			if calls[0].Receiver != "webhook" || !strings.Contains(calls[0].Body, `"source":"Homepage Hero Form"`) || calls[1].Receiver != "function" {
				t.Errorf("the calls are %v, want the webhook's and then the function's", calls)
			}
			if leads := site.Leads(t); len(leads) != i+1 || leads[0].Status() != lead.Delivered || leads[0].Page != "/" {
				t.Errorf("the journal is %+v, want one more lead, delivered, from /", leads)
			}
		})
	}
}
