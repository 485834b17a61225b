package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// withNext is set by make bench NEXT=on, which installs the app in nextFolder first.
var withNext = flag.Bool("next", false, "measure Next.js too, which has to be installed in the folder next")

// nextFolder has an app of Next.js with this repository's home page, rendered by next build at "/", and for each
// request at "/dynamic".
const nextFolder = "next"

// nextSpan is the time that each server runs in one round: at 256 connections Next.js takes seconds for a response.
const nextSpan = 5 * time.Second

// ownState is a URL of the home page that is rendered for one visitor: its form carries an estimate.
const ownState = "/?" + content.EstimateParameter + "=load%3Dhalf"

// nextJS compares the home page with that of Next.js, at growing numbers of connections.
func (r *report) nextJS(b *testing.B, binary string, site *process, home *home) {
	if !*withNext {
		r.section("Next.js with the same components")
		r.show("not measured", "make bench NEXT=on measures it")
		return
	}
	buildNext(b, home)
	next := startNext(b)
	r.section("Next.js with the same components, gzip: requests a second, 99th percentile")
	next.mustShow(b, site)
	const encoding = "gzip"
	for _, n := range []int{4, 32, 256} {
		for _, kind := range []struct{ name, own, next string }{
			{"from memory", site.URL + "/", next.url + "/"},
			{"rendered for each request", site.URL + ownState, next.url + "/dynamic"},
		} {
			name := fmt.Sprintf("%s, %d connections", kind.name, n)
			run := func(url string) func() load {
				return func() load { return runWrk(b, url, encoding, "", n, nextSpan) }
			}
			loads := inTurn(run(kind.own), run(kind.next))
			ours, theirs := loads[0], loads[1]
			r.show("haulfront, "+name, ours.String())
			if theirs.rate == 0 {
				r.show("Next.js, "+name, "no answer within "+nextSpan.String())
				continue
			}
			r.show("Next.js, "+name, theirs.String())
			if kind.own == site.URL+"/" {
				r.show("haulfront : Next.js, "+name, ratio(ours.rate, theirs.rate))
			} else {
				r.atLeast("haulfront : Next.js, "+name, ours.rate, theirs.rate, 12)
			}
		}
	}
	now, peak := memory(b, next.cmd)
	r.show("resident memory of Next.js after that, and at its highest", megabytes(now)+", "+megabytes(peak))
	now, peak = memory(b, site.Cmd)
	r.show("the same of haulfront", megabytes(now)+", "+megabytes(peak))
	r.show("JavaScript of the page, Next.js", next.javaScript(b).String())
	r.nextStart(b, binary)
}

// nextStart compares the start of the program, which bundles, with that of Next.js, which is built before.
func (r *report) nextStart(b *testing.B, binary string) {
	var ownTimes, nextTimes []time.Duration
	for range starts {
		ownTimes = append(ownTimes, timeStart(b, binary))
		next := startNext(b)
		nextTimes = append(nextTimes, next.first)
		next.stop()
	}
	own, theirs := middle(ownTimes), middle(nextTimes)
	r.show("start to first 200, haulfront (median of 5)", milliseconds(own))
	r.show("start to first 200, Next.js, which is built before (median of 5)", milliseconds(theirs))
	r.atMost("start to first 200, haulfront : Next.js", own.Seconds(), theirs.Seconds(), 0.7)
}

// buildNext writes the home page's props beside the app, and builds it.
func buildNext(b *testing.B, home *home) {
	b.Helper()
	props, err := json.Marshal(home.props)
	testkit.Must(b, err)
	testkit.Must(b, os.WriteFile(filepath.Join(nextFolder, "props.json"), props, 0o600))
	testkit.Run(b, nextCommand("build"))
}

// nextCommand returns a command of the app's own Next.js.
func nextCommand(args ...string) *exec.Cmd {
	cmd := exec.Command("node", append([]string{"node_modules/next/dist/bin/next"}, args...)...)
	cmd.Dir = nextFolder
	cmd.Env = append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1")
	return cmd
}

// nextServer is next start.
type nextServer struct {
	cmd  *exec.Cmd
	stop func()
	url  string
	// first is the time from its start to the last byte of the home page.
	first time.Duration
}

func startNext(b *testing.B) *nextServer {
	b.Helper()
	at := program.UnusedAddress(b)
	host, port, _ := net.SplitHostPort(at)
	n := &nextServer{cmd: nextCommand("start", "-H", host, "-p", port), url: "http://" + at}
	started := time.Now()
	_, n.stop = startProcess(b, n.cmd, regexp.MustCompile(`Ready in`))
	fetch(b, n.url+"/", "br")
	n.first = time.Since(started)
	return n
}

var (
	pageHeading = regexp.MustCompile(`(?s)<h[1-6][ >].*?</h[1-6]>`)
	// ownID matches attributes that differ: React derives ids from the island's position.
	ownID = regexp.MustCompile(` (id|data-island-id|aria-[a-z]+)="[^"]*"`)
)

// mustShow ends the benchmark if the pages of Next.js have other headings than the program's.
func (n *nextServer) mustShow(b *testing.B, site *process) {
	b.Helper()
	headings := func(page string) []string {
		return pageHeading.FindAllString(ownID.ReplaceAllString(string(fetch(b, page, "identity")), ""), -1)
	}
	own := headings(site.URL + "/")
	for _, path := range []string{"/", "/dynamic"} {
		if theirs := headings(n.url + path); !slices.Equal(own, theirs) {
			b.Fatalf("the headings of %s in Next.js are %q, want %q", path, theirs, own)
		}
	}
	if !bytes.Contains(fetch(b, site.URL+ownState, "identity"), []byte("load=half")) {
		b.Fatalf("%s does not show the estimate", ownState)
	}
}

var nextScript = regexp.MustCompile(`<script[^>]* src="(/_next/[^"]+)"`)

// javaScript returns the size of the scripts that the home page loads, with brotli too, which a CDN in front of Next.js
// might send.
func (n *nextServer) javaScript(b *testing.B) (sum size) {
	b.Helper()
	for _, script := range nextScript.FindAllSubmatch(fetch(b, n.url+"/", "identity"), -1) {
		address, err := url.JoinPath(n.url, string(script[1]))
		testkit.Must(b, err)
		plain := fetch(b, address, "identity")
		zipped := fetch(b, address, "gzip")
		var small bytes.Buffer
		w := brotli.NewWriterLevel(&small, brotli.BestCompression)
		_, err = w.Write(plain)
		testkit.Must(b, errors.Join(err, w.Close()))
		sum.raw, sum.gzip, sum.brotli = sum.raw+len(plain), sum.gzip+len(zipped), sum.brotli+small.Len()
	}
	return sum
}
