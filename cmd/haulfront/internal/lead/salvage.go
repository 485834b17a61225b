package lead

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
)

// rowsOf returns the rows of a lead: all values of its row, then of each delivery and each photograph, as SQLite stores
// them.
func rowsOf(ctx context.Context, db Queryer, id string) (rows [][]any, err error) {
	for _, query := range []string{
		`SELECT 'leads', * FROM leads WHERE id = $1`,
		`SELECT 'deliveries', * FROM deliveries WHERE lead_id = $1 ORDER BY kind`,
		`SELECT 'photos', * FROM photos WHERE lead_id = $1 ORDER BY place`,
		`SELECT 'events', * FROM events WHERE lead_id = $1 ORDER BY number`,
	} {
		found, err := queryAll(ctx, db, scanColumns, query, id)
		if err != nil && !isMissingTable(err) {
			return nil, err
		}
		rows = append(rows, found...)
	}
	return rows, nil
}

func scanColumns(r Row) ([]any, error) {
	names, err := r.(*sql.Rows).Columns()
	values, targets := make([]any, len(names)), make([]any, len(names))
	for i := range values {
		targets[i] = &values[i]
	}
	return values, errors.Join(err, r.Scan(targets...))
}

// digestOf returns a digest of rows. Each value is preceded by its type and length.
func digestOf(rows [][]any) string {
	sum := sha256.New()
	for _, row := range rows {
		for _, value := range row {
			if data, ok := value.([]byte); ok {
				value = string(data)
			}
			text := fmt.Sprint(value)
			fmt.Fprintf(sum, "%T %d %s\n", value, len(text), text)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// salvage writes the leads that can be read of a damaged backup to a new journal, as if each had been stored alone.
// digests has the digest of each lead when the backup was made, as far as it is known. The problems name the leads that
// cannot be trusted.
func salvage(ctx context.Context, damaged, file string, digests map[string]string) (problems []string, err error) {
	old, err := openSQLite(damaged, nil, "immutable=1")
	if err != nil {
		return nil, err
	}
	defer old.Close()
	version, err := supportedVersion(ctx, old)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return nil, err
	}
	// The caller syncs the file when it is complete.
	db, err := openSQLite(file, nil, "_pragma=foreign_keys(1)", "_pragma=journal_mode(MEMORY)",
		"_pragma=synchronous(OFF)")
	if err != nil {
		return nil, err
	}
	j := &Journal{dialect: sqliteDialect, write: db, read: db, unlock: func() {}}
	defer func() { err = errors.Join(err, j.Close()) }()
	provider, err := j.migrationProvider()
	if err == nil {
		_, err = provider.UpTo(ctx, int64(version))
	}
	if err != nil {
		return nil, err
	}
	for _, table := range []string{"secrets", "consents"} {
		rows, err := queryAll(ctx, old, scanColumns, `SELECT '`+table+`', * FROM `+table)
		if err == nil {
			err = j.insertRows(ctx, rows)
		}
		if err != nil && table == "consents" && !isMissingTable(err) { // the next server makes new secrets
			problems = append(problems, "the consents to text messages cannot be read")
		}
	}
	ids := slices.Collect(maps.Keys(digests))
	readable, _ := queryAll(ctx, old, scanText, `SELECT id FROM leads`) // as far as it can be read
	ids = slices.Compact(slices.Sorted(slices.Values(append(ids, readable...))))
	for _, id := range ids {
		rows, err := rowsOf(ctx, old, id)
		if err == nil {
			err = j.insertRows(ctx, rows)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil || len(rows) == 0:
			problems = append(problems, fmt.Sprintf("%q cannot be read", id))
		case digests == nil:
		case digestOf(rows) != digests[id]:
			problems = append(problems, fmt.Sprintf("%q differs from what was backed up", id))
		}
	}
	if digests == nil {
		problems = append(problems, "others may differ: the digests at the end of the backup are missing or damaged")
	}
	return problems, nil
}

// insertRows inserts the rows of a lead.
func (j *Journal) insertRows(ctx context.Context, rows [][]any) error {
	return j.transact(ctx, func(tx *sql.Tx) error {
		for _, row := range rows {
			list, values := anyOf(row[1:], nil)
			insert := fmt.Sprintf(`INSERT INTO %s VALUES %s`, row[0], list)
			if _, err := tx.ExecContext(ctx, insert, values...); err != nil {
				return err
			}
		}
		return nil
	})
}
