package site

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"haulfront/cmd/haulfront/internal/testkit"
)

// A resource whose uncompressed form is not kept answers as one that keeps it, and has its ETag. Compressing it waits
// once, and not when there is nothing left to do.
func TestRemadeIdentity(t *testing.T) {
	text := bytes.Repeat([]byte("Couches, mattresses, hot tubs. "), 100)
	made, waits := 0, 0
	newResource := func(remake bool) *resource {
		return &resource{mediaType: htmlType, cache: cacheChecked, remake: remake,
			make: func(context.Context) ([]byte, error) {
				made++
				return bytes.Clone(text), nil
			}}
	}
	kept, remade := newResource(false), newResource(true)
	for _, r := range []*resource{kept, remade, kept} {
		testkit.Must(t, r.precompress(t.Context(), func(context.Context) { waits++ }))
	}
	if waits != 2 {
		t.Errorf("compressing two resources waited %d times", waits)
	}
	made = 0
	for _, accepted := range []Encodings{{}, {Gzip: true}, {Brotli: true}} {
		want, err := kept.response(t.Context(), accepted)
		testkit.Must(t, err)
		got, err := remade.response(t.Context(), accepted)
		testkit.Must(t, err)
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

// While a page or a resource hangs, all requests for it wait for the same attempt, and not each for one of its own.
// Requests after the attempt begin another one.
func TestWaitersShareAnAttempt(t *testing.T) {
	const limit = 10 * time.Second
	failure := errors.New("the render took too long")
	attempts := 0
	hang := func(ctx context.Context) error {
		attempts++
		select {
		case <-time.After(limit):
			return failure
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	res := &resource{make: func(ctx context.Context) ([]byte, error) { return nil, hang(ctx) }}
	pg := &page{name: "Hero", props: func() any {
		return unencodable{func() error { return hang(context.Background()) }}
	}}
	for name, get := range map[string]func(context.Context) error{
		"resource": func(ctx context.Context) error { _, err := res.content(ctx); return err },
		"page":     func(ctx context.Context) error { _, err := pg.get(ctx); return err },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for range 2 {
					attempts = 0
					began := time.Now()
					var requests sync.WaitGroup
					for range 20 {
						requests.Go(func() {
							if err := get(t.Context()); !errors.Is(err, failure) {
								t.Errorf("the error is %v, want that of the attempt", err)
							}
						})
					}
					requests.Wait()
					if took := time.Since(began); took != limit || attempts != 1 {
						t.Errorf("20 requests take %v and %d attempts, want %v and 1", took, attempts, limit)
					}
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) { // a request that is given up does not fail the others
		leader, giveUp := context.WithCancel(t.Context())
		go func() { _, _ = res.content(leader) }()
		synctest.Wait()
		time.AfterFunc(time.Second, giveUp)
		if _, err := res.content(t.Context()); !errors.Is(err, failure) {
			t.Errorf("the error is %v, want that of a new attempt", err)
		}
	})
}

// unencodable fails to be encoded as JSON.
type unencodable struct{ err func() error }

// MarshalJSON implements [json.Marshaler].
func (u unencodable) MarshalJSON() ([]byte, error) { return nil, u.err() }
