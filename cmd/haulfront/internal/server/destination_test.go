package server_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server/servertest"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// An operator sees the deliveries to destinations, why they failed, and the leads of one kind.
func TestLeadsOfADestination(t *testing.T) {
	t.Parallel()
	site, crm := program.NewSite(t), testkit.NewReceiver(t, "crm", nil)
	crm.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, "{\"error\": \"mobile_number is\x1b taken\"}")
	})
	set, err := program.ParseSettings(append(site.Settings(), "HOUSECALL_PRO_KEY=key", "HOUSECALL_PRO_URL="+crm.URL)...)
	if err != nil {
		t.Fatal(err)
	}
	servertest.Serve(t, site, set, time.Now)
	if answer, _ := site.Post(t, testkit.QuoteForm("Ann")); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("the visitor's answer is %d, want 303 whatever becomes of the destination", answer.StatusCode)
	}
	site.Log.Wait(t, "kind=housecallpro status=422")
	leads := func(args ...string) (string, error) {
		var out strings.Builder
		err := command.Run(t.Context(), append([]string{"leads", "--database-url", site.Database}, args...), &out, &out)
		return out.String(), err
	}
	id := site.Leads(t)[0].ID
	if out, err := leads("show", id); err != nil || !regexp.MustCompile(`\nhousecallpro +dead\n`).MatchString(out) ||
		!strings.Contains(out, `answered with status 422: {"error": "mobile_number is taken"}`) {
		t.Errorf("leads show prints, %v\n%s", err, out)
	}
	if out, err := leads("list", "--status", "dead", "--kind", "housecallpro"); err != nil || !strings.Contains(out, id) {
		t.Errorf("leads list prints, %v\n%s", err, out)
	}
	if out, err := leads("list", "--status", "dead", "--kind", "workiz"); err != nil || strings.Contains(out, id) {
		t.Errorf("leads list of another destination prints, %v\n%s", err, out)
	}
	if _, err := leads("list", "--status", "dead", "--kind", "fax"); err == nil || !strings.Contains(err.Error(), "--kind must be one of webhook, email, owner, visitor, workiz, housecallpro, template") {
		t.Errorf("leads list of no kind = %v", err)
	}
	if _, metrics := site.GetAdmin(t, "/metrics"); !strings.Contains(metrics, `haulfront_deliveries{kind="housecallpro",status="dead"} 1`) ||
		!strings.Contains(metrics, `haulfront_delivery_attempt_seconds_count{kind="housecallpro",outcome="failed"} 1`) {
		t.Error("the metrics do not count the delivery")
	}
	if strings.Contains(site.Log.String(), "mobile_number") {
		t.Error("the log has what the destination said")
	}
}
