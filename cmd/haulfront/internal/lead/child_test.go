package lead

import (
	"fmt"
	"os"
	"os/exec"
)

// runChild is another process of a test: this binary again, in a role. Its exit code is its result.
func runChild(role string) {
	url, webhook := os.Getenv("LEAD_TEST_URL"), os.Getenv("LEAD_TEST_HOOK")
	var err error
	switch role {
	case "full":
		err = fillDisk(url, webhook)
	case "readonly":
		err = openReadOnly(url)
	case "sync":
		err = countSyncs(url)
	case "restart":
		err = submitUntilKilled(url, webhook)
	case "crash":
		err = runCrashServer(url, webhook, os.Getenv("LEAD_TEST_SMTP"), os.Getenv("LEAD_TEST_KEYS"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childCommand(role, url, webhook string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LEAD_TEST_CHILD="+role, "LEAD_TEST_URL="+url, "LEAD_TEST_HOOK="+webhook)
	return c
}
