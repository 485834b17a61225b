package command

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"haulfront/cmd/haulfront/internal/base/outbound"
	"haulfront/cmd/haulfront/internal/leads/destinations/supabase"
	"haulfront/cmd/haulfront/internal/leads/journal"
	"haulfront/cmd/haulfront/internal/leads/outbox"
	"haulfront/cmd/haulfront/internal/testkit"
)

// TestLeadsByDelivery has an email and a mail that may have been sent, and a mail that was refused. Operators find the
// lead by each, see what became of them, and send what is unsure again.
func TestLeadsByDelivery(t *testing.T) {
	function := testkit.NewReceiver(t, "function", nil)
	function.Set(testkit.Status(504))
	client, err := supabase.New(function.URL, "key")
	testkit.Must(t, err)
	url := "sqlite:" + filepath.Join(t.TempDir(), "leads.db")
	byMail := outbox.Sender{Send: func(ctx context.Context, c *outbox.Call) (int, error) {
		if err := c.HandOver(ctx); err != nil {
			return 0, err
		}
		if c.Kind == outbox.OwnerMail {
			return 0, &outbound.Error{Class: outbound.Unknown, Err: errors.New("it may have been sent")}
		}
		return 0, &outbound.Error{Class: outbound.Permanent, Status: 550, Err: errors.New("no such user")}
	}}
	service, err := outbox.Open(t.Context(), outbox.Config{DatabaseURL: url, Log: slog.New(slog.DiscardHandler),
		Senders: map[outbox.Kind]outbox.Sender{outbox.OwnerMail: byMail, outbox.VisitorMail: byMail,
			outbox.Email: {Send: func(ctx context.Context, c *outbox.Call) (int, error) {
				return 200, client.Invoke(ctx, "send-contact-email", c.Body, c.Token)
			}},
		}})
	testkit.Must(t, err)
	out, err := service.Submit(t.Context(), anns())
	testkit.Must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var worker sync.WaitGroup
	worker.Go(func() { _ = service.Run(ctx) })
	if !testkit.Poll(func() bool {
		list := mustRun(t, url, "list")
		return strings.Contains(list, "email unsure") && strings.Contains(list, "visitor dead") &&
			strings.Contains(mustRun(t, url, "show "+out.ID), "may have been")
	}) {
		t.Fatalf("not everything was sent:\n%s", mustRun(t, url, "show "+out.ID))
	}
	stop()
	worker.Wait()
	testkit.Must(t, service.Close())
	wantCounts(t, url, map[string]int{
		"--status unsure": 1, "--status unsure --kind webhook": 0, "--status unsure --kind email": 1,
		"--status kept": 1, "--status kept --kind email": 0, "--status waiting": 0, "--status skipped": 0,
		"--status dead --kind visitor": 1, "--status dead --kind webhook": 0, "--status queued --kind owner": 1,
	})
	// Not "kept", although the webhook has no destination.
	mustRun(t, url, "list", "  unsure  Ann", "  email unsure, owner queued, visitor dead\n")
	mustRun(t, url, "show --json "+out.ID, `"kind":"owner"`, `"unknown":true`, `"kind":"visitor","status":"dead"`)
	mustRun(t, url, "export", "ownerMailStatus,visitorMailStatus,estimate,photos,contact,consent,",
		",queued,dead,,")
	mustRun(t, url, "replay --unsure", "1 unsure deliveries queued again\n")
	wantCounts(t, url, map[string]int{"--status queued --kind email": 1})
	mustRun(t, url, "purge "+out.ID, "owner queued, visitor dead")
}

func TestLeadsReplayAndRelease(t *testing.T) {
	url, ids := journalWith(t, "", anns(), bobs())
	mustRun(t, url, "replay --dead", "0 dead deliveries")
	out, err := haulfront(t, url, "replay "+ids[1]+" "+ids[0])
	if err == nil || !strings.Contains(err.Error(), "quarantine") || out != ids[0]+" queued again\n" {
		t.Errorf("replay = %q, %v, want one queued and one refused", out, err)
	}
	mustRun(t, url, "release "+ids[1])
	for _, id := range ids {
		var l struct{ Status string }
		testkit.Must(t, json.Unmarshal([]byte(mustRun(t, url, "show --json "+id)), &l))
		if l.Status != "queued" {
			t.Errorf("lead %s is %s, want queued", id, l.Status)
		}
	}
}

func TestLeadsPurge(t *testing.T) {
	failing := testkit.NewReceiver(t, "webhook", nil)
	failing.Set(testkit.Status(500))
	url, ids := journalWith(t, failing.URL, anns(), bobs())
	mustRun(t, url, "purge --older-than 1d", "0 leads removed")
	mustRun(t, url, "purge --older-than 30m", "1 leads removed; 1 of that age kept") // the quarantined one
	mustRun(t, url, "purge "+ids[0], ids[0]+" removed: received "+leadsNow.Format("2006-01-02 15:04:05 MST")+
		", its webhook was queued, its email kept\n")
	wantErrors(t, url, map[string]string{"purge " + ids[0]: journal.ErrNotFound.Error()})
	wantCounts(t, url, map[string]int{"": 0})
}
