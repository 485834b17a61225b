package browsertest

import (
	"fmt"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A page view is counted when a page is loaded, and when it comes back from the back/forward cache.
func TestPageViewsInTheBrowser(t *testing.T) {
	t.Parallel()
	views := testkit.NewAnalytics(t)
	site := startSite(t, "--analytics-url="+views.URL, "--analytics-format=json")
	b := newTabIn(t, chromium, 1280, 900, true)
	b.open(site.URL + "/?utm_source=mail&a=%2F")
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.wantRequests("/pageview", true)
	b.open(site.URL + "/nowhere")
	views.Want(t, "/nowhere", "")
	b.back()
	views.Want(t, "/", "?utm_source=mail&a=%2F")
	b.until(`location.pathname === "/"`)
	equal(t, "the page came back by", eval[string](b, `performance.getEntriesByType("navigation")[0].type`), "navigate")
	if hosts := eval[[]string](b, `[...new Set(
		performance.getEntriesByType("resource").map(({name}) => new URL(name).host))]`); len(hosts) != 1 {
		t.Errorf("the page sent requests to %v, want this site alone", hosts)
	}

	// Visitors that ask not to be tracked are not.
	for _, signal := range []string{"globalPrivacyControl", "doNotTrack"} {
		b := newTab(t, 1280, 900, true)
		b.onEveryPage(fmt.Sprintf(`Object.defineProperty(navigator, %q, { value: "1" });
			navigator.sendBeacon = (...beacon) => { (window.beacons ??= []).push(beacon); return true; }`, signal))
		b.open(site.URL + "/")
		// The last act of the page's script.
		b.until(`document.documentElement.hasAttribute("data-form-in-view")`)
		check(t, !eval[bool](b, `Boolean(window.beacons)`), "the page sends a beacon although %s is set", signal)
	}
	equal(t, "additional views of the service:", len(views.Views), 0)
}
