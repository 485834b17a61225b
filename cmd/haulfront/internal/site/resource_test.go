package site

import (
	"bytes"
	"context"
	"reflect"
	"testing"
)

// A resource whose uncompressed form is not kept answers as one that keeps it, and has its ETag.
func TestRemadeIdentity(t *testing.T) {
	text := bytes.Repeat([]byte("Couches, mattresses, hot tubs. "), 100)
	made := 0
	newResource := func(remake bool) *resource {
		return &resource{mediaType: htmlType, cache: cacheChecked, remake: remake,
			make: func(context.Context) ([]byte, error) {
				made++
				return bytes.Clone(text), nil
			}}
	}
	kept, remade := newResource(false), newResource(true)
	for _, r := range []*resource{kept, remade} {
		if err := r.precompress(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	made = 0
	for _, accepted := range []Encodings{{}, {Gzip: true}, {Brotli: true}} {
		want, err := kept.response(t.Context(), accepted)
		if err != nil {
			t.Fatal(err)
		}
		got, err := remade.response(t.Context(), accepted)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: the response is %+v, want %+v", accepted, got, want)
		}
	}
	if body, err := remade.body(t.Context()); err != nil || !bytes.Equal(body, text) {
		t.Errorf("the body is %q, %v", body, err)
	}
	if made != 2 {
		t.Errorf("it was made %d times; want once for each use of the uncompressed form", made)
	}
}
