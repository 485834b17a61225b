package servertest

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"haulfront/cmd/haulfront/internal/office"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// OfficeNow is a Monday at 9 in the morning, in the office's time.
func OfficeNow() time.Time { return time.Date(2026, 11, 23, 9, 0, 0, 0, program.Office()) }

// A User is a browser in the office of a site. Cookies are kept by hand: Go's jar leaves those with Secure out
// of requests over HTTP.
type User struct {
	T    testing.TB
	Site *program.Site
	// Cookie is the last one that was set, as "name=value".
	Cookie string
}

// StartOffice serves a site with an office at a standing clock, and returns a signed-in user.
func StartOffice(t testing.TB, settings ...string) (*User, *testkit.Clock) {
	t.Helper()
	s, clock := program.NewSite(t), testkit.NewClock(OfficeNow())
	settings = append(settings, "OFFICE_USERS=Ann <ann@example.com>, Bob <bob@example.com>")
	set := program.Settings(t, append(s.Settings(), settings...)...)
	Serve(t, s, set, clock.Now)
	return SignedIn(t, s, s.SignInPath(t, clock.Now)), clock
}

// SignedIn returns a user who came with a link.
func SignedIn(t testing.TB, s *program.Site, path string) *User {
	t.Helper()
	u := &User{T: t, Site: s}
	response, _ := u.Want(http.StatusSeeOther, http.MethodPost, path, nil)
	cookie := response.Header.Get("Set-Cookie")
	parts := []string{"__Host-office=", "HttpOnly", "secure", "SameSite=Lax", "path=/;", "max-age=2592000"}
	for _, part := range parts {
		if !strings.Contains(cookie, part) {
			t.Errorf("the cookie %q lacks %q", cookie, part)
		}
	}
	return u
}

// Do sends a request, with a form if it is a post, and returns the response without following it.
func (u *User) Do(method, path string, form url.Values, header ...string) (*http.Response, string) {
	u.T.Helper()
	request, err := http.NewRequestWithContext(u.T.Context(), method, u.Site.URL+path, strings.NewReader(form.Encode()))
	testkit.Must(u.T, err)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if u.Cookie != "" {
		request.Header.Set("Cookie", u.Cookie)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	request.Host = cmp.Or(request.Header.Get("Host"), request.Host)
	client := &http.Client{Timeout: time.Minute, // an answer may be a stream of events
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	testkit.Must(u.T, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	testkit.Must(u.T, err)
	for _, c := range response.Cookies() {
		u.Cookie = c.Name + "=" + c.Value
	}
	return response, string(body)
}

// Want sends a request and checks the status of the response, which it returns with its body.
func (u *User) Want(status int, method, path string, form url.Values, header ...string) (*http.Response, string) {
	u.T.Helper()
	response, body := u.Do(method, path, form, header...)
	if response.StatusCode != status {
		u.T.Errorf("%s %s = %d, want %d:\n%.300s", method, path, response.StatusCode, status, body)
	}
	return response, body
}

// Request posts a quote request and returns its ID.
func (u *User) Request(name string, fields ...string) string {
	u.T.Helper()
	form := testkit.QuoteForm(name)
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	if answer, _ := u.Site.Post(u.T, form); answer.StatusCode != http.StatusSeeOther {
		u.T.Fatalf("the quote is answered with %d", answer.StatusCode)
	}
	for _, l := range u.Site.Leads(u.T) {
		if l.Request.Name == name {
			return l.ID
		}
	}
	u.T.Fatalf("there is no lead of %s", name)
	return ""
}

// Upload posts a form with a photograph and other fields, and returns the response and its body.
func (u *User) Upload(path string, fields url.Values, photo []byte, header ...string) (
	*http.Response, string) {
	u.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field := range fields {
		testkit.Must(u.T, form.WriteField(field, fields.Get(field)))
	}
	part, err := form.CreateFormFile("photos", "photo.jpg")
	testkit.Must(u.T, err)
	_, _ = part.Write(photo)
	testkit.Must(u.T, form.Close())
	request, err := http.NewRequestWithContext(u.T.Context(), "POST", u.Site.URL+path, &body)
	testkit.Must(u.T, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Cookie", u.Cookie)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	testkit.Must(u.T, err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	testkit.Must(u.T, err)
	return response, string(page)
}

// NextSlots returns slots that the office can offer now.
func NextSlots() (slots []string) {
	for _, begin := range program.Words().Windows(time.Now(), office.SlotLength, 2) {
		slots = append(slots, office.SlotValue(begin))
	}
	return slots
}

// LargePhoto returns a photograph of a megabyte, which is read as a stream.
func LargePhoto(t testing.TB) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "photo.jpg")
	testkit.Photograph(t, file)
	photo, err := os.ReadFile(file)
	testkit.Must(t, err)
	return append(photo, make([]byte, 1<<20)...)
}

// Has checks that a page has all texts.
func Has(t testing.TB, body string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(body, text) {
			t.Errorf("the page lacks %q", text)
		}
	}
}

// MailText returns the text of a mail's HTML and where its links lead. The HTML loads nothing.
func MailText(t testing.TB, source string) (text string, links []string) {
	t.Helper()
	if !strings.HasPrefix(source, "<!doctype html>") {
		t.Errorf("the HTML begins with %.40q", source)
	}
	doc, err := html.Parse(strings.NewReader(source))
	testkit.Must(t, err)
	var out strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.TextNode:
			out.WriteString(n.Data + "\n")
		case slices.Contains([]string{"script", "link", "img", "iframe"}, n.Data):
			t.Errorf("the mail has a %s", n.Data)
		}
		for _, a := range n.Attr {
			if a.Key == "href" {
				links = append(links, a.Val)
			}
		}
	}
	if strings.Contains(source, "url(") || strings.Contains(source, "@import") {
		t.Error("the mail's styles load a file")
	}
	if !strings.Contains(source, "@media (prefers-color-scheme: dark)") {
		t.Error("the mail has no styles for dark mail programs")
	}
	return out.String(), links
}

// Events opens a stream of the office's events, and returns its next lines that begin with a field name.
func (u *User) Events(last string) (next func() string, end func()) {
	u.T.Helper()
	request, err := http.NewRequestWithContext(u.T.Context(), http.MethodGet, u.Site.URL+"/office/events", nil)
	testkit.Must(u.T, err)
	request.Header.Set("Cookie", u.Cookie)
	request.Header.Set("Last-Event-ID", last)
	response, err := http.DefaultClient.Do(request)
	testkit.Must(u.T, err)
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		u.T.Fatalf("the stream is %q", got)
	}
	lines := bufio.NewScanner(response.Body)
	next = func() string {
		for lines.Scan() {
			if field, value, ok := strings.Cut(lines.Text(), ": "); ok && field != "retry" && field != "data" {
				return field + "=" + value
			}
		}
		return "end"
	}
	return next, func() { response.Body.Close() }
}
