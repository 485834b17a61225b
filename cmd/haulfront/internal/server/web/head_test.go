package web_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
)

// testHead checks that every route for GET answers HEAD with the same status and header, to strangers and to users
// (RFC 9110, section 9.3.2). The routes are those of routes.go: one that this test does not know is an error.
func testHead(t *testing.T, u *servertest.User, clock *testkit.Clock) {
	s := u.Site
	s.Post(t, testkit.QuoteForm("Ann"))
	lead := s.Leads(t)[0]
	u.Want(http.StatusSeeOther, "POST", "/office/leads/"+lead.ID, url.Values{"stage": {"booked"}})
	_, week := u.Want(http.StatusOK, "GET", "/office/week", nil)
	calendar := regexp.MustCompile(`/office/calendar\.ics\?key=[\w-]+`).FindString(week)
	if calendar == "" {
		t.Fatal("the page of the week has no address of the calendar")
	}
	paths := map[string]string{
		`s.app site.AssetsPath+"*"`: "/assets/none.js",
		"s.app site.QuotePath":      "/quote", "s.app sessionPath": "/session",
		`s.app seo.PhotosPath+":id"`: "/photos/none",
		`customer ""`:                "/q/" + lead.Token,
		`customer "/calendar.ics"`:   "/q/" + lead.Token + "/calendar.ics",
		`office "/in/:token"`:        s.SignInPath(t, clock.Now), `office "/sign-in"`: "/office/sign-in",
		"office workerPath": "/office/worker.js", "office officeManifestPath": "/office/manifest.webmanifest",
		`office "/calendar.ics"`: calendar, `office ""`: "/office", `office "/day"`: "/office/day",
		`office "/new"`: "/office/new", `office "/leads/:id"`: "/office/leads/" + lead.ID,
		`office "/leads/:id/remove"`: "/office/leads/" + lead.ID + "/remove", `office "/events"`: "/office/events",
		`office "/week"`: "/office/week", `office "/week/jobs.csv"`: "/office/week/jobs.csv",
		`office "/site"`:            "/office/site",
		`office "/site/photos/:id"`: "/office/site/photos/1",
	}
	if got, want := slices.Sorted(maps.Keys(paths)), getRoutes(t); !slices.Equal(got, want) {
		t.Errorf("the routes are\n%s\nwant those of routes.go,\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, user := range []*servertest.User{u, {T: t, Site: s}} {
		for _, path := range append(slices.Sorted(maps.Values(paths)), "/", "/none", "/QUOTE", "/services/") {
			get, head := answer(user, "GET", path), answer(user, "HEAD", path)
			if diff := cmp.Diff(get, head); diff != "" {
				t.Errorf("%s, signed in: %v: HEAD differs from GET:\n%s", path, user.Cookie != "", diff)
			}
		}
	}
}

// getRoutes returns the routes for GET of routes.go, each with its group.
func getRoutes(t *testing.T) (routes []string) {
	t.Helper()
	source, err := os.ReadFile("routes.go")
	testkit.Must(t, err)
	file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	testkit.Must(t, err)
	text := func(n ast.Node) string { return string(source[n.Pos()-1 : n.End()-1]) }
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "Get" {
				routes = append(routes, text(method.X)+" "+text(call.Args[0]))
			}
		}
		return true
	})
	slices.Sort(routes)
	return routes
}

// answer returns the status and the header of a response, whose body is not read: it may be a stream.
func answer(u *servertest.User, method, path string) map[string][]string {
	u.T.Helper()
	request, err := http.NewRequestWithContext(u.T.Context(), method, u.Site.URL+path, nil)
	testkit.Must(u.T, err)
	request.Header.Set("Cookie", u.Cookie)
	request.Header.Set("Accept-Encoding", "identity") // otherwise the client changes the header
	request.Close = true
	response, err := http.DefaultTransport.RoundTrip(request)
	testkit.Must(u.T, err)
	response.Body.Close()
	for _, name := range []string{"Date", "X-Request-Id"} {
		response.Header.Del(name)
	}
	if response.ContentLength == 0 { // which fasthttp leaves out of the answer to HEAD, as RFC 9110 allows
		response.Header.Del("Content-Length")
	}
	response.Header.Set("status", response.Status)
	return response.Header
}
