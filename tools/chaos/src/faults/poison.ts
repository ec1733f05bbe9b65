import type { Stack } from '@desk/tool-start';
import { withAdministrator } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';

/** A row that fails must not hold up those that are written together with it. */
export const NEIGHBORS_SUCCEED = 'neighbors-succeed';

/** Statements in which the database is made to refuse one row. */
export interface PoisonedStatements {
  readonly table: string;
  readonly event: 'INSERT' | 'UPDATE';
  /** Tells rows apart, and is the same when a row is written again. */
  readonly column: string;
  /** SQL that selects the leads since $1 (as `lead`) for which this statement has not succeeded yet. */
  readonly heldUp: string;
}

/** The row must fail in its batch, alone, and when its message is repeated. */
const MIN_FAILURES = 3;
const FAILURE_TIMEOUT_MS = 30_000;
/** Enough for rows that are retried at once. Too short for rows that wait until their message is repeated. */
const MAX_HELD_UP_MS = 6_000;

/**
 * Poisons a row of the first statement that writes several, or of the third that writes one. An UPDATE counts only for
 * rows that become `succeeded`. Sequences store the row and its number of failures, because they are not rolled back.
 */
const install = ({ table, event, column }: PoisonedStatements): string => `
  CREATE SCHEMA chaos;
  CREATE SEQUENCE chaos.statements;
  CREATE SEQUENCE chaos.poisoned_row;
  CREATE SEQUENCE chaos.failures;
  CREATE FUNCTION chaos.fail_poisoned_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  DECLARE
    hashes bigint[] := (SELECT array_agg(abs(hashtext(r.written ->> TG_ARGV[0])) + 1::bigint)
                          FROM (SELECT to_jsonb(w) AS written FROM written w) r
                         WHERE TG_OP = 'INSERT' OR r.written ->> 'status' = 'succeeded');
  BEGIN
    IF hashes IS NULL THEN RETURN NULL; END IF;
    IF NOT (SELECT is_called FROM chaos.poisoned_row)
       AND (cardinality(hashes) > 1 OR nextval('chaos.statements') >= 3) THEN
      PERFORM setval('chaos.poisoned_row', hashes[1]);
    END IF;
    IF (SELECT last_value FROM chaos.poisoned_row WHERE is_called) = ANY (hashes) THEN
      PERFORM nextval('chaos.failures');
      RAISE EXCEPTION 'a poisoned row';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER poison AFTER ${event} ON ${table} REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION chaos.fail_poisoned_row('${column}')`;
const REMOVE = 'DROP SCHEMA chaos CASCADE';
const HAS_FAILED = `SELECT FROM chaos.failures WHERE is_called AND last_value >= ${MIN_FAILURES}`;

/**
 * Makes one row fail until all others are written, or until a timeout. Returns whether it failed often enough, and the
 * leads that still waited at the timeout, if more than one did: only the poisoned one may.
 */
export function poison(stack: Stack, statements: PoisonedStatements, signal: AbortSignal) {
  return withAdministrator(stack, async (client) => {
    const since = (await client.query<{ now: Date }>('SELECT now()')).rows[0]?.now;
    await client.query(install(statements));
    try {
      const hasFailed = async () => (await client.query(HAS_FAILED)).rowCount === 1 || undefined;
      if (!(await waitFor(hasFailed, { timeoutMs: FAILURE_TIMEOUT_MS, signal })))
        return { isInjected: false, heldUp: [] };
      const listLeads = async () =>
        (await client.query<{ lead: string }>(statements.heldUp, [since])).rows.map(({ lead }) => lead);
      const onlyOneWaits = async () => (await listLeads()).length <= 1 || undefined;
      const areOthersPast = await waitFor(onlyOneWaits, { timeoutMs: MAX_HELD_UP_MS, signal });
      return { isInjected: true, heldUp: areOthersPast ? [] : await listLeads() };
    } finally {
      await client.query(REMOVE);
    }
  });
}
