package upload

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"io"
	"mime/multipart"
	"net/netip"
	"net/url"
	"os"
	"strings"
)

const (
	// maxDiscarded is how much of a form over the limit is still read, for the fields that follow its files.
	maxDiscarded = 4 * MaxBytes
	// maxParts is the maximum number of parts; the site's form has some twenty.
	maxParts = 200
	// maxPartHead is the maximum size of the headers of one part; mime/multipart would accept 10 MB.
	maxPartHead = 64 << 10
)

// A Form is a multipart form.
type Form struct {
	Values url.Values // without fields over the limit of Read
	Files  []*File    // the photographs: at most MaxFiles, with at most MaxBytes in all
	Sent   bool       // the form had files, even if they are not in Files
	// TextTooLarge reports that the fields are over the limit of Read. Text is their size in bytes.
	TextTooLarge bool
	Text         int64
	// Err is the first error of the files: ErrTooMany, ErrTooLarge, ErrCutOff, ErrNoRoom, or one of the disk.
	Err     error
	network netip.Prefix
}

// Close removes the files.
func (f *Form) Close() {
	for _, file := range f.Files {
		_ = file.data.Close()
	}
}

// A File is one file of a form.
type File struct {
	Digest [sha256.Size]byte // of the file as it was sent
	JPEG   []byte            // the converted photograph, see Convert
	Size   image.Point       // its size in pixels
	data   *os.File
	bytes  int64
	plan
}

// Read reads a form with files in the field name. Fields may have at most maxText bytes in all, names included. Files
// are stored in dir, unlinked; with an empty dir they are discarded, and the form's Err is ErrNoRoom. They share the
// decoder with those of other networks. The caller must close the form. An error of Read is the client's: the body is
// not a form, or the connection ended.
func Read(body io.Reader, boundary, name, dir string, maxText int64, network netip.Prefix) (*Form, error) {
	reader := &formReader{
		form: &Form{Values: url.Values{}, network: network}, text: maxText, files: MaxBytes, name: name, dir: dir,
		body: &countingReader{reader: body, left: maxDiscarded},
	}
	parts := multipart.NewReader(reader.body, boundary)
	for n := 0; ; n++ {
		reader.body.head = maxPartHead
		part, err := parts.NextRawPart()
		reader.body.head = maxDiscarded
		switch {
		case err == io.EOF:
			return reader.form, nil
		case err == nil && n < maxParts:
			err = reader.part(part)
		case err == nil:
			err = errors.New("too many parts")
		}
		if err == nil {
			continue
		}
		if errors.Is(err, errTooLong) {
			reader.form.fail(ErrTooLarge)
			return reader.form, nil
		}
		// A form without any part is not one. In the middle of one, what came before the end is worth keeping.
		if n == 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
			reader.form.Close()
			return nil, fmt.Errorf("read a form: %w", err)
		}
		reader.form.fail(ErrCutOff)
		return reader.form, nil
	}
}

// fail keeps the first error.
func (f *Form) fail(err error) {
	if f.Err == nil {
		f.Err = err
	}
}

// formReader reads the parts of one form.
type formReader struct {
	form        *Form
	body        *countingReader
	text, files int64 // remaining bytes
	name, dir   string
}

// part reads one part. It returns errors of the client; an error of the disk becomes the form's Err.
func (r *formReader) part(part *multipart.Part) error {
	name := part.FormName()
	// A file's disposition has a file name, even if the visitor chose none.
	if name == r.name && strings.Contains(part.Header.Get("Content-Disposition"), "filename") {
		return r.file(part)
	}
	return r.field(name, part)
}

func (r *formReader) field(name string, part io.Reader) error {
	value, err := io.ReadAll(io.LimitReader(part, max(0, r.text)+1))
	r.text -= int64(len(name) + len(value))
	r.form.Text += int64(len(name) + len(value))
	if r.text < 0 {
		r.form.TextTooLarge = true
	} else {
		r.form.Values.Add(name, string(value)) // if the form ends in this field, its beginning is kept
	}
	if err == nil {
		_, err = io.Copy(io.Discard, part)
	}
	return err
}

func (r *formReader) file(part io.Reader) error {
	var first [1]byte
	if _, err := io.ReadFull(part, first[:]); err != nil {
		if err == io.EOF {
			return nil // the visitor chose no file
		}
		return err
	}
	r.form.Sent = true
	if r.dir == "" {
		r.form.fail(ErrNoRoom)
	}
	if len(r.form.Files) == MaxFiles {
		r.form.fail(ErrTooMany)
	}
	whole := io.MultiReader(bytes.NewReader(first[:]), part)
	if r.form.Err != nil {
		_, err := io.Copy(io.Discard, whole)
		return err
	}
	return r.spool(whole)
}

// spool writes a file to disk.
func (r *formReader) spool(part io.Reader) error {
	out, err := openUnlinked(r.dir)
	if err != nil {
		r.form.fail(fmt.Errorf("store an upload: %w", err))
		_, err = io.Copy(io.Discard, part)
		return err
	}
	digest := sha256.New()
	disk := &diskWriter{writer: out}
	n, err := io.Copy(io.MultiWriter(disk, digest), io.LimitReader(part, r.files+1))
	r.files -= n
	switch {
	case disk.err != nil:
		r.form.fail(fmt.Errorf("store an upload: %w", disk.err))
	case r.files < 0:
		r.form.fail(ErrTooLarge)
	case err == nil:
		r.form.Files = append(r.form.Files, &File{Digest: [sha256.Size]byte(digest.Sum(nil)), data: out, bytes: n})
		return nil
	}
	_ = out.Close()
	if err == nil || disk.err != nil {
		_, err = io.Copy(io.Discard, part)
	}
	return err
}

// openUnlinked creates a file with mode 0600 and unlinks it.
func openUnlinked(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, ".upload-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// diskWriter keeps errors of the disk apart from errors of the client.
type diskWriter struct {
	writer io.Writer
	err    error
}

func (w *diskWriter) Write(p []byte) (int, error) {
	n, err := w.writer.Write(p)
	w.err = err
	return n, err
}

// errTooLong ends the reading of a form over the limit.
var errTooLong = errors.New("the form is too long")

// countingReader reads at most left bytes in all, and at most head bytes before head is reset.
type countingReader struct {
	reader     io.Reader
	left, head int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	switch {
	case r.left <= 0:
		return 0, errTooLong
	case r.head <= 0:
		return 0, errors.New("the headers of a part are too long")
	}
	n, err := r.reader.Read(p[:min(int64(len(p)), r.left, r.head)])
	r.left -= int64(n)
	r.head -= int64(n)
	return n, err
}
