package upload

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"os"
)

const (
	// maxDiscarded is how much of a form that is too large is still read, for the fields that follow its files: four times what
	// is taken.
	maxDiscarded = 4 * MaxBytes
	// maxParts bounds the parts of a form, which are some twenty.
	maxParts = 200
	// maxPartHead bounds what is read for the headers of one part; mime/multipart would take 10 MB.
	maxPartHead = 64 << 10
)

// Form is a form as it was sent.
type Form struct {
	// Values are its fields. What does not fit into the bound of Read is missing.
	Values url.Values
	// Files are the photographs; at most MaxFiles, with at most MaxBytes in all.
	Files []*File
	// Sent says that there were files, also if they are not in Files.
	Sent bool
	// TextTooLarge says that the fields have more bytes than the bound of Read. Text is how many they have in all.
	TextTooLarge bool
	Text         int64
	// Err is what is wrong with the files: ErrTooMany, ErrTooLarge, ErrCutOff; nil where nothing is. An error that is none of
	// these is one of the disk.
	Err error
}

// Close frees the files.
func (f *Form) Close() {
	for _, file := range f.Files {
		_ = file.data.Close()
	}
}

// File is one file of a form.
type File struct {
	// Digest is the SHA-256 of what was sent.
	Digest [sha256.Size]byte
	data   *os.File
	bytes  int64
}

// Read reads a form with files in the field name. Fields have at most maxText bytes in all, names included. Files are kept in dir
// without a name, and the form has to be closed; where dir is empty they are not kept, and the form's error is ErrNoRoom. The error is that of the client: the form is none, or its connection ended.
func Read(body io.Reader, boundary, name, dir string, maxText int64) (*Form, error) {
	reader := &formReader{
		form: &Form{Values: url.Values{}}, text: maxText, files: MaxBytes, name: name, dir: dir,
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
	form *Form
	body *countingReader
	// text and files are how many bytes there is room for.
	text, files int64
	name, dir   string
}

// part reads one part. An error is the client's; an error of the disk is kept in the form, and the rest is read.
func (r *formReader) part(part *multipart.Part) error {
	name := part.FormName()
	if name != r.name || !isFile(part.Header) {
		return r.field(name, part)
	}
	return r.file(part)
}

// isFile reports whether a part is a file: its disposition has a file name, which is empty where none was chosen.
func isFile(header textproto.MIMEHeader) bool {
	return bytes.Contains([]byte(header.Get("Content-Disposition")), []byte("filename"))
}

func (r *formReader) field(name string, part io.Reader) error {
	value, err := io.ReadAll(io.LimitReader(part, max(0, r.text)+1))
	r.text -= int64(len(name) + len(value))
	r.form.Text += int64(len(name) + len(value))
	if r.text < 0 {
		r.form.TextTooLarge = true
		value = nil
	}
	// What was read of the last field is kept where the form ends in it.
	if value != nil {
		r.form.Values.Add(name, string(value))
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
			return nil // none was chosen
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

// spool writes a file to disk, without a name.
func (r *formReader) spool(part io.Reader) error {
	out, err := openUnnamed(r.dir)
	if err != nil {
		r.form.fail(fmt.Errorf("keep an upload: %w", err))
		_, err = io.Copy(io.Discard, part)
		return err
	}
	digest := sha256.New()
	disk := &diskWriter{writer: out}
	n, err := io.Copy(io.MultiWriter(disk, digest), io.LimitReader(part, r.files+1))
	r.files -= n
	switch {
	case disk.err != nil:
		r.form.fail(fmt.Errorf("keep an upload: %w", disk.err))
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

// openUnnamed opens a new file, 0600, and takes its name away.
func openUnnamed(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, ".upload-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// diskWriter tells errors of the disk from those of the client.
type diskWriter struct {
	writer io.Writer
	err    error
}

func (w *diskWriter) Write(p []byte) (int, error) {
	n, err := w.writer.Write(p)
	w.err = err
	return n, err
}

// errTooLong ends a form that is longer than is bearable.
var errTooLong = errors.New("the form is too long")

// countingReader reads at most left bytes in all, and at most head before head is set again.
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
