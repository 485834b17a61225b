package command

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/lead"
	"haulfront/cmd/haulfront/internal/supabase"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestLeadsUnsure finds an email that may have been sent by its status, and sends it again with one command.
func TestLeadsUnsure(t *testing.T) {
	function := testkit.NewReceiver(t, "function", nil)
	function.Set(testkit.Status(504))
	client, err := supabase.New(function.URL, "key")
	testkit.Must(t, err)
	url := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	service, err := lead.Open(t.Context(), lead.Config{DatabaseURL: url, Supabase: client,
		Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return leadsNow }})
	testkit.Must(t, err)
	out, err := service.Submit(t.Context(), anns())
	testkit.Must(t, err)
	if err := service.Close(); err != nil { // waits for the email
		t.Fatal(err)
	}
	count := func(args ...string) int {
		return strings.Count(mustRun(t, url, append([]string{"list", "--json"}, args...)...), "\n")
	}
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"--status", "unsure"}, 1}, {[]string{"--status", "kept"}, 1}, {[]string{"--status", "waiting"}, 0},
		{[]string{"--status", "unsure", "--kind", "webhook"}, 0},
		{[]string{"--status", "unsure", "--kind", "email"}, 1},
		{[]string{"--status", "kept", "--kind", "email"}, 0},
	} {
		if got := count(test.args...); got != test.want {
			t.Errorf("list %v = %d leads, want %d", test.args, got, test.want)
		}
	}
	if _, err := haulfront(t, url, "list", "--kind", "email"); err == nil ||
		!strings.Contains(err.Error(), "--status") {
		t.Errorf("list --kind alone = %v, want an error that names --status", err)
	}
	const kinds = "--kind must be one of webhook, email, owner, visitor, customer, answer, workiz, " +
		"housecallpro, template"
	if _, err := haulfront(t, url, "list", "--status", "dead", "--kind", "fax"); err == nil ||
		!strings.Contains(err.Error(), kinds) {
		t.Errorf("list of an unknown kind = %v", err)
	}
	if got := mustRun(t, url, "replay", "--unsure"); got != "1 unsure deliveries queued again\n" {
		t.Errorf("replay --unsure = %q", got)
	}
	if got := count("--status", "queued", "--kind", "email"); got != 1 {
		t.Errorf("after replay %d emails are queued, want 1", got)
	}
	// A short ID is enough everywhere.
	if got := mustRun(t, url, "show", out.ID[:8]); !strings.Contains(got, out.ID) {
		t.Errorf("show of a short ID = %s", got)
	}
}

func TestLeadsReplayAndRelease(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	status := func(id string) string {
		var l struct{ Status string }
		testkit.Must(t, json.Unmarshal([]byte(mustRun(t, url, "show", "--json", id)), &l))
		return l.Status
	}
	if _, err := haulfront(t, url, "replay"); err == nil {
		t.Error("replay of nothing = nil, want an error")
	}
	if _, err := haulfront(t, url, "replay", "--dead", ids[0]); err == nil {
		t.Error("replay of an ID and --dead = nil, want an error")
	}
	if out := mustRun(t, url, "replay", "--dead"); !strings.HasPrefix(out, "0 ") {
		t.Errorf("replay --dead = %s, want 0", out)
	}
	out, err := haulfront(t, url, "replay", ids[1], ids[0])
	if err == nil || !strings.Contains(err.Error(), "quarantine") || out != ids[0]+" queued again\n" {
		t.Errorf("replay = %q, %v, want one queued and one refused", out, err)
	}
	mustRun(t, url, "release", ids[1])
	for _, id := range ids {
		if got := status(id); got != "queued" {
			t.Errorf("lead %s is %s, want queued", id, got)
		}
	}
}

func TestLeadsPurge(t *testing.T) {
	failing := testkit.NewReceiver(t, "webhook", nil)
	failing.Set(testkit.Status(500))
	url, ids := journalWith(t, failing.URL, anns(), bobs())
	for _, args := range [][]string{{"purge"}, {"purge", "nobody"}, {"purge", "019"},
		{"purge", ids[0], "--older-than", "30m"}} {
		if _, err := haulfront(t, url, args...); err == nil {
			t.Errorf("%v = nil, want an error", args)
		}
	}
	for _, age := range []string{"", "0d", "0h", "-5d", "soon", "90"} {
		if _, err := haulfront(t, url, "purge", "--older-than="+age); err == nil ||
			!strings.Contains(err.Error(), "--older-than") {
			t.Errorf("purge --older-than=%s = %v, want an error", age, err)
		}
	}
	if out := mustRun(t, url, "purge", "--older-than", "1d"); !strings.HasPrefix(out, "0 ") {
		t.Errorf("purge of what is older than a day = %s, want 0", out)
	}
	if out := mustRun(t, url, "purge", "--older-than", "30m"); !strings.HasPrefix(out,
		"1 leads removed, 1 of that age kept") {
		t.Errorf("purge of what is older than 30 minutes = %s, want the quarantined one", out)
	}
	want := ids[0] + " removed: received " + leadsNow.Format("2006-01-02 15:04:05 MST") +
		", its webhook was queued, its email kept\n"
	if out := mustRun(t, url, "purge", ids[0]); out != want {
		t.Errorf("purge of a queued lead = %q, want %q", out, want)
	}
	if _, err := haulfront(t, url, "purge", ids[0]); !errors.Is(err, lead.ErrNotFound) {
		t.Errorf("a second purge = %v, want no such lead", err)
	}
	if out := mustRun(t, url, "list", "--json"); out != "" {
		t.Errorf("after everything was purged there is\n%s", out)
	}
}
