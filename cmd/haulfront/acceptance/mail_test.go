//go:build acceptance

package acceptance

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
	"haulfront/cmd/haulfront/internal/testkit/program"
)

// Mail goes through Postfix over TLS: while it is down, mail waits; then it accepts the owner's mail for one of two
// addresses, and rejects the visitor's.
func TestRealMailServer(t *testing.T) {
	m := newMailServer(t)
	p := serveBuilt(t, "LEAD_WEBHOOK_URL=", "SUPABASE_URL=", "SUPABASE_ANON_KEY=", "SSL_CERT_FILE="+m.certificate,
		"ACKNOWLEDGE=on", "SMTP_URL=smtp://"+m.address+"?tls=required&from=web@clearacre.example",
		"OWNER_EMAIL=gone@clearacre.example,owner@clearacre.example")
	form := testkit.QuoteForm("Dana Réyes")
	form.Set("email", "dana@elsewhere.example")
	form.Set("message", "A sofa,\n.\nand a piano")
	if answer, _ := p.Post(t, form); answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("POST /quote = %d", answer.StatusCode)
	}
	p.Log.Wait(t, `msg="delivery failed"`)
	m.start(t)

	read := m.await(t).Read(t)
	replyTo := read.Get("Reply-To")
	if read.Subject != "Other · Dallas 75201 · Today" || replyTo != "<dana@elsewhere.example>" {
		t.Errorf("Subject %q, Reply-To %q", read.Subject, replyTo)
	}
	for _, want := range []string{"Dana Réyes", "A sofa,", "and a piano", "tel:+14695550188"} {
		if !strings.Contains(read.Text, want) || !strings.Contains(read.HTML, want) {
			t.Errorf("the mail lacks %q:\n%s\n%s", want, read.Text, read.HTML)
		}
	}
	if received := read.Get("Received"); !strings.Contains(received, "with ESMTPS ") { // RFC 3848
		t.Errorf("Received: %s, want ESMTPS", received)
	}
	p.Log.Wait(t, `level=ERROR msg="delivered to some of the recipients"`)
	p.Log.Wait(t, `level=ERROR msg="delivery is dead; haulfront leads replay queues it again"`)
	leads := listLeads(t, p)
	statuses := fmt.Sprint(leads[0]["others"])
	for _, want := range []string{
		"kind:owner", "status:delivered", "kind:visitor", "status:dead", "status:250", "status:554",
	} {
		if !strings.Contains(statuses, want) {
			t.Errorf("the journal lacks %s: %s", want, statuses)
		}
	}
	if strings.Contains(p.Log.String(), "dana@") {
		t.Error("the log has the visitor's address")
	}
}

// A mailServer is Debian's Postfix with one mailbox, owner@clearacre.example, and TLS for all.
type mailServer struct {
	address, dir, certificate string
}

// postfixMain is main.cf (https://www.postfix.org/postconf.5.html): all files are in one folder, and no mail leaves it.
const postfixMain = `compatibility_level = 3.6
queue_directory = %[1]s/queue
data_directory = %[1]s/data
maillog_file = /dev/stdout
inet_protocols = ipv4
myhostname = mail.clearacre.example
mydestination =
mynetworks =
local_recipient_maps =
alias_maps =
virtual_mailbox_domains = clearacre.example
virtual_mailbox_base = %[1]s/box
virtual_mailbox_maps = inline:{ owner@clearacre.example=owner/ }
virtual_uid_maps = static:%[2]s
virtual_gid_maps = static:%[2]s
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_cert_file = %[1]s/cert.pem
smtpd_tls_key_file = %[1]s/key.pem
smtpd_tls_security_level = encrypt
smtpd_tls_received_header = yes
`

// postfixMaster is master.cf: the services that receive a mail and store it in a mailbox, without chroot.
const postfixMaster = `%s inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
virtual unix - n n - - virtual
error unix - - n - - error
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`

// newMailServer writes the files of a server before its start. Postfix delivers as another user, which takes root.
func newMailServer(t *testing.T) *mailServer {
	t.Helper()
	dir := t.TempDir()
	m := &mailServer{address: program.UnusedAddress(t), dir: dir}
	testkit.Must(t, os.Chmod(filepath.Dir(dir), 0o711))
	for folder, owner := range map[string]string{"queue": "root", "data": "postfix", "box": "nobody"} {
		testkit.Must(t, os.Mkdir(filepath.Join(dir, folder), 0o755))
		if err := os.Chown(filepath.Join(dir, folder), userID(t, owner), -1); err != nil {
			t.Fatalf("this test takes root: %v", err)
		}
	}
	m.certificate, _ = selfSigned(t, dir)
	for name, content := range map[string][]byte{
		"main.cf":   fmt.Appendf(nil, postfixMain, dir, strconv.Itoa(userID(t, "nobody"))),
		"master.cf": fmt.Appendf(nil, postfixMaster, m.address),
	} {
		testkit.Must(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	return m
}

func userID(t *testing.T, name string) int {
	t.Helper()
	u, err := user.Lookup(name)
	testkit.Must(t, err)
	id, err := strconv.Atoi(u.Uid)
	testkit.Must(t, err)
	return id
}

// start starts the server. Its command is a script, so the test ends Postfix's master process itself.
func (m *mailServer) start(t *testing.T) {
	t.Helper()
	startServer(t, m.address, exec.Command("postfix", "-c", m.dir, "start-fg"))
	t.Cleanup(func() {
		text, err := os.ReadFile(filepath.Join(m.dir, "queue", "pid", "master.pid"))
		testkit.Must(t, err)
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		if err := errors.Join(err, syscall.Kill(pid, syscall.SIGTERM)); err != nil {
			t.Error(err)
		}
	})
}

// await waits for a mail in the box.
func (m *mailServer) await(t *testing.T) testkit.Mail {
	t.Helper()
	var files []string
	if !testkit.Poll(func() bool {
		files, _ = filepath.Glob(filepath.Join(m.dir, "box", "owner", "new", "*")) // the pattern is valid
		return len(files) > 0
	}) {
		t.Fatal("no mail arrived")
	}
	data, err := os.ReadFile(files[0])
	testkit.Must(t, err)
	return testkit.Mail{Data: string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))}
}
