package server_test

import (
	"database/sql"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// TestOfficeOfThousands pages through ten thousand requests. A page has 40 KB at most.
func TestOfficeOfThousands(t *testing.T) {
	t.Parallel()
	u, _ := servertest.StartOffice(t)
	const n = 10_000
	u.Site.FillJournal(t, n, servertest.OfficeNow())
	response, body := u.Want(http.StatusOK, "GET", "/office", nil)
	measure := func(path string) (body string) {
		best := time.Hour // of a few: other tests run beside this one
		for range 3 {
			began := time.Now()
			_, body = u.Want(http.StatusOK, "GET", path, nil)
			best = min(best, time.Since(began))
		}
		t.Logf("%s of %d requests has %d bytes and takes %v", path, n, len(body), best)
		return body
	}
	for _, path := range []string{"/office", "/office?q=Number+77", "/office?q=nowhere"} {
		measure(path)
	}
	if len(body) > 40_000 || response.Header.Get("Content-Encoding") != "" {
		t.Errorf("the board has %d bytes", len(body))
	}
	// A day of two trucks, with four photographs for each job, after thousands of jobs that are done.
	db, err := sql.Open("sqlite", strings.Replace(u.Site.Database, "sqlite:", "file:", 1)+"?_pragma=busy_timeout(5000)")
	testkit.Must(t, err)
	defer db.Close()
	for _, statement := range []string{
		`DELETE FROM visits`,
		`UPDATE leads SET address = '1200 Elm Street, Unit 4', access = 'Gate code 1234, park behind'`,
		`INSERT INTO visits (lead_id, number, kind, state, begins_at)
			SELECT id, 1, 'pickup', CASE WHEN rowid < 9964 THEN 'done' ELSE 'planned' END,
			1795413600000 + (rowid - 9964) * 2400000 FROM leads
			WHERE stage IN ('booked', 'done')`, // the last 36 rows on one day
		`UPDATE leads SET stage = 'done' WHERE stage = 'booked' AND rowid < 9964`,
		`INSERT INTO photos (id, lead_id, place, width, height, bytes) SELECT substr(v.lead_id, 1, 25) || p.value,
			v.lead_id, p.value, 1200, 900, 1 FROM visits v, json_each('[1,2,3,4]') p WHERE v.state = 'planned'`,
	} {
		_, err = db.ExecContext(t.Context(), statement)
		testkit.Must(t, err)
	}
	if body = measure("/office/week"); len(body) > 40_000 {
		t.Errorf("the week has %d bytes", len(body))
	}
	body = measure("/office/day")
	jobs := strings.Count(body, "OfficeDay-job")
	if len(body) > 40_000 || jobs != 12 {
		t.Errorf("the day has %d jobs and %d bytes", jobs, len(body))
	}
	next := regexp.MustCompile(`OfficeInbox-more" href="([^"]+)">Show more`)
	card := regexp.MustCompile(`OfficeCard-title" href="[^"]+"`)
	seen, pages := map[string]bool{}, 0
	for path := "/office?stage=lost"; path != ""; pages++ {
		_, body := u.Want(http.StatusOK, "GET", path, nil)
		for _, link := range card.FindAllString(body, -1) {
			seen[link] = true
		}
		path = ""
		if found := next.FindStringSubmatch(body); found != nil {
			path = strings.ReplaceAll(found[1], "&amp;", "&")
		}
		if len(body) > 40_000 {
			t.Fatalf("page %d has %d bytes", pages, len(body))
		}
	}
	if want := n / 6; len(seen) != want || pages != (want+24)/25 {
		t.Errorf("%d requests on %d pages, want %d", len(seen), pages, want)
	}
}
