package platform

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// toBase64 fails if a character is not in Latin-1.
func toBase64(text string) (string, error) {
	data, err := charmap.ISO8859_1.NewEncoder().String(text)
	return base64.StdEncoding.EncodeToString([]byte(data)), err
}

// fromBase64 returns bytes as characters. See https://infra.spec.whatwg.org/#forgiving-base64-decode.
func fromBase64(text string) (string, error) {
	text = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "").Replace(text)
	if len(text)%4 == 0 {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return string(runes), err
}

func encode(text string) []byte { return []byte(text) }

var errNoUTF8 = errors.New("the bytes are not UTF-8")

// decode decodes UTF-8. It fails if fatal and the bytes are not UTF-8.
func decode(data []byte, fatal bool) (string, error) {
	if fatal && !utf8.Valid(data) {
		return "", errNoUTF8
	}
	return decodeUTF8(data), nil
}

// decodeUTF8 replaces what is not UTF-8 as browsers do.
func decodeUTF8(data []byte) string {
	text, _ := unicode.UTF8.NewDecoder().Bytes(data)
	return string(text)
}
