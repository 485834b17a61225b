package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// siteSetting is the row of the table settings with the address of the site.
const siteSetting = "site"

// SiteURL returns the address of the site as its server has it, for commands; "" if no server has stored it yet.
func (j *Journal) SiteURL(ctx context.Context) (address string, err error) {
	err = j.read.QueryRowContext(ctx, `SELECT value FROM settings WHERE name = $1`, siteSetting).Scan(&address)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read the address of the site: %w", unavailable(err))
	}
	return address, nil
}

// StoreSiteURL stores the address of the site, unless it is the stored one.
func (j *Journal) StoreSiteURL(ctx context.Context, address string) error {
	stored, err := j.SiteURL(ctx)
	if err != nil || stored == address {
		return err
	}
	return j.Transact(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET value = $2`, siteSetting, address)
		return err
	})
}
