package wording

// Mail is mail.yaml.
type Mail struct {
	Owner struct {
		Subject, Preview, Title, Lead, Call, Text, Reply, Page, Suspect, Reference, Note string
		// Source and ID are the labels of rows that only mails with these labels have.
		Source, ID string `yaml:",omitempty"`
	}
	Visitor struct{ Subject, Title, Lead, Asked, Next, Reach, ReachText, Call, Text, Note string }
	Summary *struct {
		Subject, Title, Lead, None, One, Many, Undelivered, Requests, Request, More, Suspects string
		Problems, NoProblems, Backup, NoBackup, Note                                          string

		// Evening are the words about the office's jobs.
		Evening struct {
			Job, Jobs                                                      string // begin the title
			Done, Total, NotClosed, CalledOff, Unpaid, Waiting, Next, More string
		}
	} `yaml:",omitempty"`
}
