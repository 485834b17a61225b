package config_test

import (
	"maps"
	"testing"

	"haulfront/cmd/haulfront/internal/server/config"
)

// A misspelled setting is named with the right one; variables of other programs are not.
func TestMisspelled(t *testing.T) {
	want := config.Misspelled() // of this machine: usually none
	for name, setting := range map[string]string{
		"OFICE_USERS": "OFFICE_USERS", "OWNER_EMAILS": "OWNER_EMAIL", "ADDRR": "ADDR",
		"LEAD_WEBHOOK": "LEAD_WEBHOOK_URL",
		"ALERT_EMAIL":  "OWNER_EMAIL", "HOUSECALL_PRO_KYE": "HOUSECALL_PRO_KEY",
		"OFFICE_USERS": "", "EDITOR_URL": "", "HTTP_PROXY": "", "LOG_LEVEL": "", "PATHS": "", "MAIL": "", "TZ": "",
	} {
		t.Setenv(name, "x")
		if setting != "" {
			want[name] = setting
		}
	}
	if got := config.Misspelled(); !maps.Equal(got, want) {
		t.Errorf("Misspelled() = %v, want %v", got, want)
	}
}
