package destinations

import (
	"fmt"
	"net/http"
	"testing"

	"haulfront/cmd/haulfront/internal/testkit"
)

func TestHousecallPro(t *testing.T) {
	receiver := testkit.NewReceiver(t, "housecallpro", nil)
	receiver.Set(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"id":"lea_9f0a1c8d","customer":{"id":"cus_c3fd9f15"}}`)
	})
	d := open(t, Settings{HousecallPro: HousecallPro{HousecallProKey: "key", HousecallProURL: receiver.URL}})
	call, err := send(t, d, receiver)
	if err != nil {
		t.Errorf("a created lead = %v, want no error", err)
	}
	wantCall(t, call, "/leads",
		`{"customer":{"first_name":"Ann","last_name":"van O'Neil","email":"ann@example.com",`+
			`"mobile_number":"2145550100"},`+
			`"note":"`+testNotes+`"}`, map[string]string{"Authorization": "Token key"})

	// A member without a value would be stored as an empty one.
	short := testLead
	short.Request.Name, short.Request.Email, short.Request.Phone, short.Request.Message = "Ann", "", "ask my son", ""
	if got, want := string(d.Body(short)), `{"customer":{"first_name":"Ann"},`+
		`"note":"Name: Ann\nPhone: ask my son\nService type: Yard Waste\n`+
		`Zip code: 75024\nService timeframe: Today\n\nGet Quote Page Form, /get-quote"}`; got != want {
		t.Errorf("the body is\n%s\nwant\n%s", got, want)
	}
}
