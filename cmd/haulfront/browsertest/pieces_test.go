package browsertest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	navigation "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// piecesProxy passes a site on, but a page only in pieces, each ending with a link, and each when the test sends on next.
type piecesProxy struct {
	server *httptest.Server
	next   chan struct{}
	// links is how many links there are up to the end of each piece of the page being sent.
	links chan []int
}

// linksPerPiece makes some twenty pieces of a page, several of them of the header.
const linksPerPiece = 8

func newPiecesProxy(t *testing.T, site string) *piecesProxy {
	t.Helper()
	target, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	p := &piecesProxy{next: make(chan struct{}), links: make(chan []int, 1)}
	rest := httputil.NewSingleHostReverseProxy(target)
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept"), "text/html") {
			rest.ServeHTTP(w, r)
			return
		}
		response, err := http.Get(site + r.URL.Path)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = response.Body.Close() }()
		page, err := io.ReadAll(response.Body)
		if err != nil {
			t.Error(err)
			return
		}
		w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
		pieces, links := inPieces(string(page))
		p.links <- links
		for _, piece := range pieces {
			_, _ = io.WriteString(w, piece)
			w.(http.Flusher).Flush()
			select {
			case <-p.next:
			case <-r.Context().Done():
				return
			}
		}
	}))
	t.Cleanup(p.server.Close)
	return p
}

// inPieces cuts a page after every few links, and counts the links up to the end of each piece.
func inPieces(page string) (pieces []string, links []int) {
	const end = "</a>"
	n := 0
	for at := 0; page != ""; {
		if i := strings.Index(page[at:], end); i >= 0 {
			at += i + len(end)
			n++
			if n%linksPerPiece != 0 {
				continue
			}
		} else {
			at = len(page)
		}
		pieces = append(pieces, page[:at])
		links = append(links, n)
		page, at = page[at:], 0
	}
	return pieces, links
}

// On a slow line a page arrives, and is shown, piece by piece: nothing that is shown already moves.
func TestPageArrivesInPieces(t *testing.T) {
	t.Parallel()
	proxy := newPiecesProxy(t, sharedSite().URL)
	for _, path := range []string{"/", "/get-quote", program.First(content.KindService), program.First(content.KindCity)} {
		for _, width := range []int64{390, 1280} {
			b := newTab(t, width, 844, true)
			ctx, cancel := context.WithTimeout(b.ctx, testkit.WaitLimit)
			if _, err := chromedp.Call(ctx, navigation.Navigate, navigation.NavigateParams{URL: proxy.server.URL + path}); err != nil {
				t.Fatalf("open %s: %v", path, err)
			}
			cancel()
			var shifts []string
			for _, links := range <-proxy.links {
				b.until(`document.querySelectorAll("a").length >= %s`, links)
				shifts = awaitPromise[[]string](b, layoutShifts)
				proxy.next <- struct{}{}
			}
			for _, shift := range shifts {
				t.Errorf("%s at %d px shifts by %s, want no shift", path, width, shift)
			}
			b.wantNoProblems()
		}
	}
}
