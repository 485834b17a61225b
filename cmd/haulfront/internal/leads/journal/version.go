package journal

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrationProvider brings the schema up to date. On PostgreSQL several instances may do so at once: an advisory lock
// lets one work while the others wait.
func (j *Journal) migrationProvider() (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	options := []goose.ProviderOption{
		goose.WithGoMigrations(goose.NewGoMigration(17, &goose.GoFunc{RunTx: rekey}, nil),
			goose.NewGoMigration(19, &goose.GoFunc{RunTx: moveVisits}, nil),
			goose.NewGoMigration(22, &goose.GoFunc{RunTx: addOrigins}, nil))}
	if j.dialect.goose == goose.DialectPostgres {
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60))
		if err != nil {
			return nil, err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	return goose.NewProvider(j.dialect.goose, j.write, files, options...)
}

// schemaVersion is the version of the tables that this program needs: the number of the last migration. The first has
// the number 9, which is the version of the journals that existed when the earlier ones were merged into it.
const schemaVersion = 22

// ErrOlder means that an older program wrote the journal, whose tables the server changes when it starts.
var ErrOlder = errors.New("the journal has version")

// errNewer means that a newer program has changed the journal's tables. This one could write rows that the newer one
// cannot read.
var errNewer = errors.New("use the program that wrote it, or a newer one")

// CheckVersion returns the version of a journal's tables, or errNewer. It queries the version table directly, because
// goose's own check would create a missing one.
func CheckVersion(ctx context.Context, db Queryer) (version int, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).
		Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("the journal has no tables; haulfront serve creates them: %w", err)
	}
	if version > schemaVersion {
		err = fmt.Errorf("the journal has version %d and this program supports %d; %w",
			version, schemaVersion, errNewer)
	}
	return version, err
}

// CheckSchema returns an error if a SQLite database lacks a table or a column of a journal of its version.
func CheckSchema(ctx context.Context, db Queryer) error {
	version, err := CheckVersion(ctx, db)
	if err != nil {
		return err
	}
	model, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer model.Close()
	model.SetMaxOpenConns(1) // each connection has a database of its own
	provider, err := (&Journal{dialect: sqliteDialect, write: model}).migrationProvider()
	if err == nil {
		_, err = provider.UpTo(ctx, int64(version))
	}
	var lists [2][]string
	for i, db := range []Queryer{model, db} {
		if err == nil {
			lists[i], err = QueryAll(ctx, db, ScanText, `SELECT t.name || '.' || c.name
				FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`)
		}
	}
	for _, column := range lists[0] {
		if err == nil && !slices.Contains(lists[1], column) {
			err = fmt.Errorf("it has no column %s", column)
		}
	}
	return err
}
