package destinations

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

// The server answers as the documentation of POST /lead/create/ shows.
func TestWorkiz(t *testing.T) {
	receiver := testkit.NewReceiver(t, "workiz", nil)
	answer := func(status int, body string) {
		receiver.Set(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status); fmt.Fprint(w, body) })
	}
	d := open(t, Settings{Workiz: Workiz{WorkizToken: "api_1", WorkizSecret: "sec_1",
		WorkizURL: receiver.URL + "/api/v1"}})

	answer(200, `{"flag":true,"data":[{"UUID":"ABCD12","ClientId":"1001",`+
		`"link":"https://app.workiz.com/root/lead/ABCD12/1"}],"code":201}`)
	call, err := send(t, d, receiver)
	if err != nil {
		t.Errorf("a created lead = %v, want no error", err)
	}
	wantCall(t, call, "/api/v1/api_1/lead/create/",
		`{"auth_secret":"sec_1","FirstName":"Ann","LastName":"van O'Neil","Phone":"2145550100",`+
			`"Email":"ann@example.com","PostalCode":"75024","Country":"US","JobType":"Yard Waste",`+
			`"JobSource":"Get Quote Page Form",`+
			`"LeadNotes":"`+testNotes+`","CreatedBy":"Website"}`, nil)

	for _, refusal := range []struct {
		status       int
		body, reason string
	}{
		{200, `{"flag":false,"msg":"JobType is unknown"}`, "JobType is unknown"},
		{200, `{"flag":false}`, "flag is false"},
		{403, `{"success":false,"error":"Forbidden","message":"Invalid API path or malformed API key."}`,
			`{"success":false,"error":"Forbidden","message":"Invalid API path or malformed API key."}`},
	} {
		answer(refusal.status, refusal.body)
		_, err := send(t, d, receiver)
		var failure *Error
		if !errors.As(err, &failure) || failure.Class != Permanent || failure.Reason != refusal.reason {
			t.Errorf("%d %s = %+v, want a permanent failure for the reason %q", refusal.status, refusal.body, failure,
				refusal.reason)
		}
	}
}
