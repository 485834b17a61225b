//go:build acceptance

package acceptance

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestAcceptanceCalendar imports the office's calendar into khal, a calendar program.
func TestAcceptanceCalendar(t *testing.T) {
	site := serveBuilt(t, "OFFICE_USERS=ann@example.com", "BASE_URL=http://localhost:8080")
	if strings.Contains(site.Log.String(), "/office/in/") {
		t.Error("the log of the built program has a link that signs in")
	}
	site.Post(t, testkit.QuoteForm("Ann"))
	link := testkit.Run(t, exec.Command(builtProgram(t), "office", "link", "ann@example.com",
		"--office-users=ann@example.com", "--database-url="+site.Database))
	_, path, _ := strings.Cut(strings.TrimSpace(string(link)), "/office/")
	response, _ := program.Get(t, "POST", site.URL+"/office/"+path)
	cookie := response.Request.Response.Header.Get("Set-Cookie")
	slot := office.SlotValue(program.Words().Windows(time.Now(), office.SlotLength, 2)[0])
	form := url.Values{"price": {"350"}, "slots": {slot}, "stage": {office.Booked}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		site.URL+"/office/leads/"+site.Leads(t)[0].ID, strings.NewReader(form.Encode()))
	testkit.Must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Cookie", cookie)
	booked, err := http.DefaultTransport.RoundTrip(request)
	testkit.Must(t, err)
	booked.Body.Close()
	_, week := program.Get(t, "GET", site.URL+"/office/week", "Cookie", cookie)
	address := regexp.MustCompile(`/office/calendar\.ics\?key=[\w-]+`).Find(week)
	_, calendar := program.Get(t, "GET", site.URL+string(address))

	dir := t.TempDir()
	testkit.Must(t, os.Mkdir(filepath.Join(dir, "jobs"), 0o700))
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "jobs.ics"), calendar, 0o600))
	testkit.Must(t, os.WriteFile(filepath.Join(dir, "config"), []byte(`[calendars]
[[jobs]]
path = ./jobs
[locale]
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
[sqlite]
path = ./cache
`), 0o600))
	khal := func(args ...string) string {
		cmd := exec.Command("khal", append([]string{"--config", "config"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C.UTF-8", "TZ=America/Chicago")
		return string(testkit.Run(t, cmd))
	}
	khal("import", "--batch", "jobs.ics")
	list := khal("list", "--format", "{title}, {start-time}", "today", "14d")
	titles := regexp.MustCompile(`SUMMARY:(.*)\r`).FindAllSubmatch(calendar, -1)
	for _, title := range titles {
		if !strings.Contains(list, string(title[1])) {
			t.Errorf("khal does not list %q:\n%s", title[1], list)
		}
	}
	if len(titles) == 0 {
		t.Errorf("the calendar has no jobs:\n%s", calendar)
	}
}
