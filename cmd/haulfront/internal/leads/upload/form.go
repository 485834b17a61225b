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
	// Refused are the files that cannot be kept, also those of Files that Check and Convert found.
	Refused []Refused
	// TextTooLarge reports that the fields are over the limit of Read. Text is their size in bytes.
	TextTooLarge bool
	Text         int64
	Release      func() // called by Close, unless it is nil
	network      netip.Prefix
}

// Close removes the files.
func (f *Form) Close() {
	for _, file := range f.Files {
		_ = file.data.Close()
	}
	if f.Release != nil {
		f.Release()
	}
}

// A Refused is a file that cannot be kept.
type Refused struct {
	Name string // as the visitor calls it; "" if it is not known
	Err  error
}

// A File is one file of a form.
type File struct {
	Name   string
	Digest [sha256.Size]byte // of the file as it was sent
	JPEG   []byte            // the converted photograph, see Convert
	Size   image.Point       // its size in pixels
	data   *os.File
	bytes  int64
	plan
}

// Read reads a form with files in the field name. Fields may have at most maxText bytes in all, names included. Files
// are stored in dir, unlinked; with an empty dir they are refused with ErrNoRoom, others with ErrTooMany, ErrTooLarge,
// ErrCutOff, ErrEmpty or an error of the disk. They share the decoder with those of other networks. The caller must
// close the form. An error of Read is the client's: the body is not a form, or the connection ended.
func Read(body io.Reader, boundary, name, dir string, maxText int64, network netip.Prefix) (*Form, error) {
	reader := &formReader{
		form: &Form{Values: url.Values{}, network: network}, text: maxText, files: MaxBytes, name: name, dir: dir,
		body: &countingReader{reader: body, left: maxDiscarded},
	}
	parts := multipart.NewReader(reader.body, boundary)
	name = "" // of the file that is read
	for n := 0; ; n++ {
		reader.body.head = maxPartHead
		part, err := parts.NextRawPart()
		reader.body.head = maxDiscarded
		if err == nil {
			name = part.FileName()
		}
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
			reader.form.refuse(name, ErrTooLarge)
			return reader.form, nil
		}
		// A form without any part is not one. In the middle of one, what came before the end is worth keeping.
		if n == 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
			reader.form.Close()
			return nil, fmt.Errorf("read a form: %w", err)
		}
		reader.form.refuse(name, ErrCutOff)
		return reader.form, nil
	}
}

// refuse keeps why a file cannot be kept.
func (f *Form) refuse(name string, err error) {
	f.Refused = append(f.Refused, Refused{name, err})
}

// formReader reads the parts of one form.
type formReader struct {
	form        *Form
	body        *countingReader
	text, files int64 // remaining bytes
	name, dir   string
}

// part reads one part. It returns errors of the client; an error of the disk refuses the file.
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

func (r *formReader) file(part *multipart.Part) error {
	var first [1]byte
	if _, err := io.ReadFull(part, first[:]); err != nil {
		if err == io.EOF && part.FileName() == "" {
			return nil // the visitor chose no file
		}
		if err == io.EOF {
			r.form.Sent, err = true, nil
			r.form.refuse(part.FileName(), ErrEmpty)
		}
		return err
	}
	r.form.Sent = true
	whole := io.MultiReader(bytes.NewReader(first[:]), part)
	switch {
	case r.dir == "":
		r.form.refuse(part.FileName(), ErrNoRoom)
	case len(r.form.Files) == MaxFiles:
		r.form.refuse(part.FileName(), ErrTooMany)
	default:
		return r.spool(part.FileName(), whole)
	}
	_, err := io.Copy(io.Discard, whole)
	return err
}

// spool writes a file to disk.
func (r *formReader) spool(name string, part io.Reader) error {
	out, err := openUnlinked(r.dir)
	if err != nil {
		r.form.refuse(name, fmt.Errorf("store an upload: %w", err))
		_, err = io.Copy(io.Discard, part)
		return err
	}
	digest := sha256.New()
	disk := &diskWriter{writer: out}
	n, err := io.Copy(io.MultiWriter(disk, digest), io.LimitReader(part, r.files+1))
	switch {
	case disk.err != nil:
		r.form.refuse(name, fmt.Errorf("store an upload: %w", disk.err))
	case n > r.files:
		r.form.refuse(name, ErrTooLarge)
	case err == nil:
		r.files -= n
		file := &File{Name: name, Digest: [sha256.Size]byte(digest.Sum(nil)), data: out, bytes: n}
		r.form.Files = append(r.form.Files, file)
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
