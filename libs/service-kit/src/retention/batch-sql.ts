/** Rows of one table that are due. `$1`: days to keep, `$2`: maximum rows. */
export interface DueRows {
  readonly table: string;
  /** Default: `id`. */
  readonly key?: string;
  /** Time from which the days count. An index must start with it, restricted by `where`. */
  readonly since: string;
  readonly where?: string;
}

/** Selects the oldest due rows and locks them. Skips rows in use, so it never waits and copies share the work. */
export const selectDue = ({ table, key = 'id', since, where = 'true' }: DueRows): string =>
  `SELECT ${key} FROM ${table} WHERE ${since} < now() - make_interval(days => $1) AND ${where}
    ORDER BY ${since} LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** Deletes due rows. */
export const deleteDue = ({ key = 'id', ...rows }: DueRows): string =>
  `WITH due AS (${selectDue({ ...rows, key })}),
        changed AS (DELETE FROM ${rows.table} t USING due WHERE t.${key} = due.${key} RETURNING 1)
   SELECT count(*)::int AS rows FROM changed`;

/** Updates due rows. The assignments must make them stop matching `where`. */
export const updateDue = ({ key = 'id', ...rows }: DueRows, assignments: string): string =>
  `WITH due AS (${selectDue({ ...rows, key })}),
        changed AS (
          UPDATE ${rows.table} t SET ${assignments} FROM due WHERE t.${key} = due.${key} RETURNING 1)
   SELECT count(*)::int AS rows FROM changed`;
