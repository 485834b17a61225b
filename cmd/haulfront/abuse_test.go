package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/command"
	"haulfront/cmd/haulfront/internal/server/web"
	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/cmd/haulfront/internal/testkit/servertest"
	"haulfront/content"
)

// A client that sends a request slowly, in the head or in the body, is disconnected, and does not delay others.
func TestSlowClient(t *testing.T) {
	t.Parallel()
	site := servertest.Start(t)
	for name, beginning := range map[string]string{
		"head": "POST /quote HTTP/1.1\r\nHost: site\r\nX-Slow: ",
		"body": "POST /quote HTTP/1.1\r\nHost: site\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
			"Content-Length: 10000\r\n\r\nname=",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn, err := net.Dial("tcp", site.Address())
			testkit.Must(t, err)
			defer conn.Close()
			began := time.Now()
			if _, err := io.WriteString(conn, beginning); err != nil {
				t.Fatal(err)
			}
			cut := make(chan string)
			go func() {
				answer, _ := io.ReadAll(conn)
				cut <- string(answer)
			}()
			drip := time.NewTicker(100 * time.Millisecond)
			defer drip.Stop()
			for {
				select {
				case <-drip.C:
					_, _ = io.WriteString(conn, "a") // after the cut it fails
					if took := time.Since(began); took > web.ReadTimeout+testkit.WaitLimit {
						t.Fatalf("the client is still there after %v", took)
					}
				case answer := <-cut:
					if !strings.HasPrefix(answer, "HTTP/1.1 408 ") || !strings.HasSuffix(answer, "\r\n\r\n") {
						t.Errorf("the client is answered with %.200q and %d bytes, want 408 alone", answer, len(answer))
					}
					if took := time.Since(began); took < web.ReadTimeout-time.Second {
						t.Errorf("the client was cut off after %v, want %v", took, web.ReadTimeout)
					}
					if answer, _ := site.Post(t, testkit.QuoteForm("")); answer.StatusCode != 422 {
						t.Errorf("another visitor was answered with %d, want 422", answer.StatusCode)
					}
					return
				}
			}
		})
	}
}

// Uploads that stop arriving keep no one else's photographs out.
func TestIdleUploads(t *testing.T) {
	t.Parallel()
	site := servertest.Start(t)
	post := func(address, body string, length int) *bufio.Reader {
		return send(t, dialFrom(t, site, address), "POST /quote HTTP/1.1\r\nHost: site\r\nContent-Type: "+
			"multipart/form-data; boundary=b\r\nContent-Length: "+strconv.Itoa(length)+"\r\n\r\n"+body)
	}
	for i := range 64 {
		post(fmt.Sprintf("127.0.2.%d", i/8+1), photoPart+strings.Repeat("x", 48_000), 1_000_000)
	}
	form := multipartQuote("Ann", string(servertest.JPEG(40, 30, ""))+strings.Repeat("x", 200_000))
	answer, err := http.ReadResponse(post("127.0.3.1", form, len(form)), nil)
	testkit.Must(t, err)
	if leads := site.Leads(t); answer.StatusCode != 303 || len(leads) != 1 || len(leads[0].Request.Photos) != 1 {
		t.Errorf("a photograph is answered with %d, and the journal has %+v", answer.StatusCode, leads)
	}
}

const photoPart = "--b\r\nContent-Disposition: form-data; name=photos; filename=a.jpg\r\n\r\n"

// multipartQuote is the body of a form with a photograph, with the boundary b.
func multipartQuote(name, photograph string) string {
	var form strings.Builder
	for field, values := range testkit.QuoteForm(name) {
		fmt.Fprintf(&form, "--b\r\nContent-Disposition: form-data; name=%s\r\n\r\n%s\r\n", field, values[0])
	}
	return form.String() + photoPart + photograph + "\r\n--b--\r\n"
}

// rendererWait is the default of render.Config.Wait.
const rendererWait = 2 * time.Second

var attackers = flag.Int("attackers", 8, "how many attackers TestAttackers has")

// Attackers from many addresses send the most expensive requests as fast as they can, far beyond the rate limit.
// Visitors wait longer, but get each page, each success, and each rejected form with their input, unless no runtime
// becomes free within rendererWait.
func TestAttackers(t *testing.T) {
	p := program.New(t, "haulfront")
	// The last one of a flag counts.
	p.Cmd.Args = append(p.Cmd.Args, "--quote-rate-limit=10", "--trusted-proxies=127.0.0.1", "--render-workers=2")
	p.Start(t)
	p.AwaitServing(t)
	p.AwaitReady(t)
	client := &http.Client{
		Timeout:       2 * testkit.WaitLimit,
		Transport:     &http.Transport{MaxIdleConnsPerHost: *attackers + 100},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	over, end := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	for i := range *attackers {
		crowd.Go(func() {
			a := newVisitor(p, client, fmt.Sprintf("198.18.%d.%d", i/250, i%250), 1, i)
			for over.Err() == nil {
				a.attack(over)
			}
		})
	}
	ordinaryVisits(t, p, client)
	end()
	crowd.Wait()
}

// ordinaryVisits has 20 visitors each submit a form twice, the first time invalid.
func ordinaryVisits(t *testing.T, p *program.Process, client *http.Client) {
	var visitors sync.WaitGroup
	for i := range 20 {
		visitors.Go(func() {
			v := newVisitor(p, client, fmt.Sprintf("203.0.113.%d", i+1), 2, i)
			step := func(kind, method, path string, form url.Values, status int, wants ...string) *http.Response {
				began := time.Now()
				answer, body, err := v.ask(t.Context(), method, path, form)
				// If the machine is so busy that the journal is late, the visitor gets an error and tries again.
				slow := func() bool { return answer.StatusCode == 503 && time.Since(began) > late }
				for tries := 1; err == nil && kind == "quote" && slow() && tries < 5; tries++ {
					if !bytes.Contains(body, []byte(`value="`+form.Get("name")+`"`)) {
						t.Errorf("%s: %s %s = 503 and lacks what was typed", kind, method, path)
					}
					began = time.Now()
					answer, body, err = v.ask(t.Context(), method, path, form)
				}
				if err != nil {
					t.Errorf("%s: %s %s: %v", kind, method, path, err)
					return nil
				}
				if answer.StatusCode != status {
					t.Errorf("%s: %s %s = %d, want %d", kind, method, path, answer.StatusCode, status)
				}
				if kind == "rejected form" && time.Since(began) > rendererWait {
					wants = nil
				}
				for _, want := range wants {
					if !bytes.Contains(body, []byte(want)) {
						t.Errorf("%s: %s %s lacks %s", kind, method, path, want)
					}
				}
				return answer
			}
			name := fmt.Sprintf("Ann %d", i)
			for _, path := range formPages() {
				step("page", http.MethodGet, path, nil, 200, "</html>")
			}
			form := testkit.QuoteForm(name)
			form.Set("zipCode", "")
			step("rejected form", http.MethodPost, "/quote", form, 422,
				`value="`+name+`"`, `<option value="Other" selected="">Other</option>`, ">Required Fields Missing<")
			answer := step("quote", http.MethodPost, "/quote", testkit.QuoteForm(name), 303)
			if answer == nil || answer.StatusCode != 303 {
				return
			}
			step("success", http.MethodGet, answer.Header.Get("Location"), nil, 200, ">"+testkit.Received+"<")
		})
	}
	visitors.Wait()
}

// formPages are paths of pages with forms, one of each kind.
func formPages() []string {
	return []string{"/", "/get-quote", program.First(content.KindCity), program.First(content.KindService)}
}

// visitor sends requests from an address.
type visitor struct {
	url, address string
	client       *http.Client
	rand         *rand.Rand
}

func newVisitor(p *program.Process, client *http.Client, address string, seed uint64, i int) *visitor {
	return &visitor{url: p.URL, client: client, address: address, rand: rand.New(rand.NewPCG(seed, uint64(i)))}
}

func (v *visitor) ask(ctx context.Context, method, path string, form url.Values) (*http.Response, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("X-Forwarded-For", v.address)
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := v.client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer, body, err
}

// attack sends one of the most expensive requests.
func (v *visitor) attack(ctx context.Context) {
	random := fmt.Sprint(v.rand.Int())
	if gets := []string{
		"/q/" + random, "/office/in/" + random, "/office/" + random,
		"/estimate?sofa=" + random[:2] + "&chair=" + random[2:4] + "&zip=" + random[5:10], "/estimate?find=" + random,
	}; v.rand.IntN(4) > 0 {
		_, _, _ = v.ask(ctx, http.MethodGet, gets[v.rand.IntN(len(gets))], nil)
		return
	}
	form := testkit.QuoteForm("Eve")
	form.Set("page", formPages()[v.rand.IntN(4)])
	form.Set("form", []string{"hero-form", "contact-form", "quote-form", "x"}[v.rand.IntN(4)])
	form.Set("zipCode", "") // all forms of attackers are rejected
	for _, name := range []string{"name", "phone", "serviceType", "serviceTimeframe"} {
		if v.rand.IntN(2) == 0 {
			form.Set(name, "")
		}
	}
	form.Set("message", strings.Repeat(`<x>&"`, v.rand.IntN(2_500)))
	if v.rand.IntN(10) == 0 {
		form.Set("message", strings.Repeat("x", 70_000))
	}
	_, _, _ = v.ask(ctx, http.MethodPost, "/quote", form)
}

// probes are what an honest visitor of BenchmarkAttack asks for, by name. Each gets an address and a random text.
func probes(p *program.Process, cookie string) map[string]func(v *visitor, text string) *http.Request {
	ask := func(v *visitor, method, path, mediaType, body string) *http.Request {
		req, err := http.NewRequest(method, p.URL+path, strings.NewReader(body))
		if err != nil {
			panic(err) // an invalid path
		}
		req.Header.Set("X-Forwarded-For", v.address)
		req.Header.Set("Accept-Encoding", "gzip")
		if mediaType != "" {
			req.Header.Set("Content-Type", mediaType)
		}
		return req
	}
	photograph := string(servertest.JPEG(800, 600, "")) + strings.Repeat("x", 200_000)
	return map[string]func(v *visitor, text string) *http.Request{
		"page": func(v *visitor, _ string) *http.Request { return ask(v, "GET", "/", "", "") },
		"quote": func(v *visitor, text string) *http.Request {
			return ask(v, "POST", "/quote", "application/x-www-form-urlencoded", testkit.QuoteForm(text).Encode())
		},
		"estimate": func(v *visitor, _ string) *http.Request {
			return ask(v, "GET", fmt.Sprintf("/estimate?sofa=%d&chair=%d", v.rand.IntN(20), v.rand.IntN(20)), "", "")
		},
		"office": func(v *visitor, _ string) *http.Request {
			req := ask(v, "GET", "/office", "", "")
			req.Header.Set("Cookie", cookie)
			return req
		},
		"photograph": func(v *visitor, text string) *http.Request {
			return ask(v, "POST", "/quote", "multipart/form-data; boundary=b", multipartQuote(text, photograph))
		},
	}
}

// BenchmarkAttack prints how long honest visitors wait beside hostile connections, the median and the 99th percentile.
// A row falls short, which is no failure, if a request is refused, or takes over three times as long as at rest and
// over 250 ms.
func BenchmarkAttack(b *testing.B) {
	p := program.New(b, "haulfront")
	p.Cmd.Args = append(p.Cmd.Args, "--quote-rate-limit=10", "--trusted-proxies=127.0.0.1", "--render-workers=0",
		"--office-users=Ann <ann@example.com>")
	p.Start(b)
	p.AwaitServing(b)
	p.AwaitReady(b)
	var link bytes.Buffer
	args := []string{"office", "--database-url", p.Database, "--office-users=ann@example.com", "link",
		"ann@example.com"}
	testkit.Must(b, command.Run(b.Context(), args, &link, io.Discard))
	address, err := url.Parse(strings.TrimSpace(link.String()))
	testkit.Must(b, err)
	client := &http.Client{
		Timeout:       2 * testkit.WaitLimit,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 2_000, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	answer, err := client.Post(p.URL+address.Path, "", nil)
	testkit.Must(b, err)
	answer.Body.Close()
	cookie, _, _ := strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	kinds := probes(p, cookie)
	names := slices.Sorted(maps.Keys(kinds))
	rest := map[string][2]time.Duration{}
	for i, crowd := range [][2]int{{0, 1}, {60, 1}, {60, 50}, {200, 1}, {200, 50}, {1200, 1}, {1200, 50}} {
		over, end := context.WithCancel(b.Context())
		var hostile sync.WaitGroup
		for n := range crowd[0] {
			hostile.Go(func() {
				a := newVisitor(p, client, fmt.Sprintf("198.18.%d.%d", i, n%crowd[1]), 3, n)
				for over.Err() == nil {
					a.attack(over)
				}
			})
		}
		line, verdict := fmt.Sprintf("%4d hostile connections of %2d networks:", crowd[0], crowd[1]), "meets"
		took, failed := map[string][]time.Duration{}, map[string]int{}
		for n := range 200 { // all kinds in turn, so that each meets the beginning of the attack
			v := newVisitor(p, client, fmt.Sprintf("203.0.%d.%d", i, n), uint64(i), n)
			for _, kind := range names {
				began := time.Now()
				answer, err := client.Do(kinds[kind](v, fmt.Sprintf("%s %d %d", kind, i, n)))
				if err == nil {
					_, _ = io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				}
				if err != nil || answer.StatusCode >= 400 {
					failed[kind]++
				}
				took[kind] = append(took[kind], time.Since(began))
			}
		}
		for _, kind := range names {
			slices.Sort(took[kind])
			median, late := took[kind][len(took[kind])/2], took[kind][len(took[kind])*99/100]
			if i == 0 {
				rest[kind] = [2]time.Duration{median, late}
			}
			const goal = 250 * time.Millisecond
			if failed[kind] > 0 || median > max(3*rest[kind][0], goal) || late > max(3*rest[kind][1], goal) {
				verdict = "falls short"
			}
			line += fmt.Sprintf("  %s %.0f/%.0f ms", kind, 1e3*median.Seconds(), 1e3*late.Seconds())
			if failed[kind] > 0 {
				line += fmt.Sprintf(", %d refused", failed[kind])
			}
		}
		fmt.Printf("%s   ≤ 250 ms or 3 × at rest   %s\n", line, verdict)
		end()
		hostile.Wait()
	}
	b.ReportMetric(0, "ns/op") // the total time is meaningless
}
