package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
	"haulfront/content"
)

// growth compares the program's own content with ten times as many pages.
func (r *report) growth(b *testing.B, binary string) {
	r.section("Growth: a site of about 50 pages, and one of 500")
	small, large := r.grown(b, binary, 50), r.grown(b, binary, 500)
	for i, work := range growing {
		r.atMost(work+", 500 pages : 50", large[i], small[i], 10)
	}
}

// growing names the figures of grown, which are in seconds and bytes.
var growing = [...]string{"start to first 200", "a change on all pages", "memory at rest", "haulfront check"}

// grown measures a site with articles up to a number of pages.
func (r *report) grown(b *testing.B, binary string, pages int) (figures [len(growing)]float64) {
	dir := filepath.Join(b.TempDir(), "content")
	testkit.Must(b, os.CopyFS(dir, content.FS))
	addArticles(b, dir, pages-len(program.Words().Routes()))
	settings := "CONTENT_DIR=" + dir
	var starts []time.Duration
	for range rounds {
		starts = append(starts, timeStart(b, binary, settings))
	}
	site := startProgram(b, binary, settings)
	atRest := site.settledMemory(b)
	changed := site.timeChange(b, dir)
	check := exec.Command(binary, "check", "--update")
	check.Env = append(site.Cmd.Env, "DATABASE_URL=sqlite:"+filepath.Join(b.TempDir(), "none.db"))
	began := time.Now()
	testkit.Run(b, check)
	checked := time.Since(began)
	figures = [...]float64{middle(starts).Seconds(), changed.Seconds(), float64(atRest), checked.Seconds()}
	for i, figure := range []string{
		milliseconds(middle(starts)), milliseconds(changed), megabytes(atRest), milliseconds(checked),
	} {
		r.show(fmt.Sprintf("%s, %d pages", growing[i], pages), figure)
	}
	return figures
}

// addArticles copies an article of a content folder so many times.
func addArticles(b *testing.B, dir string, n int) {
	b.Helper()
	model := content.KindArticle.File("eco-friendly-junk-removal-dallas")
	text, err := os.ReadFile(filepath.Join(dir, model))
	testkit.Must(b, err)
	own := regexp.MustCompile(`(?m)^(title|description|heading): ("?)`)
	for i := range n {
		copied := own.ReplaceAll(text, fmt.Appendf(nil, "${1}: ${2}%d. ", i+1))
		file := filepath.Join(dir, content.KindArticle.File(fmt.Sprintf("guide-%d", i+1)))
		testkit.Must(b, os.WriteFile(file, copied, 0o600))
	}
}

// timeChange returns the time from a change of words that all English pages have to the last page with it.
func (p *process) timeChange(b *testing.B, dir string) time.Duration {
	b.Helper()
	words, err := content.Load(os.DirFS(dir))
	testkit.Must(b, err)
	file := filepath.Join(dir, "layout.yaml")
	text, err := os.ReadFile(file)
	testkit.Must(b, err)
	const mark = "Changed by the benchmark"
	changed := regexp.MustCompile(`(?m)^(skipLabel: ).*$`).ReplaceAll(text, []byte("${1}"+mark))
	began := time.Now()
	testkit.Must(b, os.WriteFile(file, changed, 0o600))
	for _, r := range words.Routes() {
		if words.Language(r.Path) != "en" {
			continue
		}
		for !bytes.Contains(fetch(b, p.URL+r.Path, "identity"), []byte(mark)) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	return time.Since(began)
}
