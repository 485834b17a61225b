//go:build acceptance

package acceptance

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// TestAcceptanceLitestream loses the disk: the program is killed and its folder deleted. Litestream, configured as in
// the folder deploy, has copied every lead, and the program serves what it restores.
func TestAcceptanceLitestream(t *testing.T) {
	const leads = 25
	litestream := buildTool(t, "litestream", "github.com/benbjohnson/litestream/cmd/litestream")
	p := serveBuilt(t, "QUOTE_RATE_LIMIT=1000")
	journal := strings.TrimPrefix(p.Database, "sqlite:")
	elsewhere := t.TempDir()
	config := filepath.Join(elsewhere, "litestream.yml")
	text := deployFile(t, "litestream.yml", "/var/lib/haulfront/haulfront.db", journal,
		"s3://your-bucket/haulfront", "file://"+elsewhere+"/replica")
	testkit.Must(t, os.WriteFile(config, []byte(text), 0o600))
	runCommand(t, exec.Command(litestream, "replicate", "-config", config))
	for i := range leads {
		if got := p.Submit(http.DefaultClient, fmt.Sprint("Visitor ", i)); got != http.StatusOK {
			t.Fatalf("a quote is answered with %d, want 200", got)
		}
	}
	committed := time.Now()

	copied := filepath.Join(elsewhere, "copy.db")
	restored := &program.Process{Site: &program.Site{Database: "sqlite:" + filepath.Join(t.TempDir(), "restored.db")}}
	restore := func() (int, error) {
		_ = os.Remove(copied) // Litestream overwrites nothing
		for _, args := range [][]string{
			{litestream, "restore", "-config", config, "-o", copied, journal},
			{builtProgram(t), "restore", "--replace", "--database-url=" + restored.Database, copied},
		} {
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				return 0, fmt.Errorf("%s %s: %w\n%s", filepath.Base(args[0]), args[1], err, out)
			}
		}
		return len(listLeads(t, restored)), nil
	}
	// Each change is copied within a second or two.
	var n int
	var err error
	for deadline := time.Now().Add(testkit.WaitLimit); n < leads && time.Now().Before(deadline); {
		n, err = restore()
	}
	if err != nil || n != leads {
		t.Fatalf("%d leads could be restored, %v, want %d", n, err, leads)
	}
	t.Logf("all leads could be restored %v after the last was committed", time.Since(committed).Round(time.Millisecond))

	testkit.Must(t, p.Cmd.Process.Kill())
	p.AwaitKilled()
	testkit.Must(t, os.RemoveAll(filepath.Dir(journal)))
	if n, err := restore(); err != nil || n != leads {
		t.Errorf("after the loss of the disk %d leads were restored, %v, want %d", n, err, leads)
	}
	again := serveBuilt(t, "DATABASE_URL="+restored.Database)
	if got := again.Submit(http.DefaultClient, "afterwards"); got != http.StatusOK {
		t.Errorf("with the restored journal a quote is answered with %d, want 200", got)
	}
}
