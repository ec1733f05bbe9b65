import type { EntityManager } from 'typeorm';
import { type AnyObject, number, type NumberSchema } from 'yup';
import type { DataCipher } from '../encryption/data-cipher.js';
import type { Logger } from '../logging/logger.js';

/** Rows of one table that are due. `$1`: days to keep, `$2`: maximum rows. */
export interface DueRows {
  readonly table: string;
  /** Default: `id`. */
  readonly key?: string;
  /** Column with the time from which the days count. An index must start with it, restricted by `where`. */
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

/** One batch of a rule that needs more than a statement. */
export interface RetentionBatch {
  /** In a transaction. */
  readonly manager: EntityManager;
  readonly cipher: DataCipher;
  readonly logger: Logger;
  readonly days: number;
  readonly maxRows: number;
}

interface RuleDefinition {
  /** Noun phrase for logs, metrics and reports, such as `expired leads`. */
  readonly data: string;
  /** Environment setting with the number of days. */
  readonly setting: string;
  readonly defaultDays: number;
  /** Fewer days would break what `reason` names. */
  readonly minDays: number;
  readonly outcome: 'removed' | 'anonymized';
  /** Why the data is kept for that long. */
  readonly reason: string;
}

/** How long one kind of data is kept, and what happens to it afterwards. */
export type RetentionRule = RuleDefinition &
  (
    | {
        /** Handles one batch and returns its size as `rows`. $1: days to keep, $2: maximum rows. */
        readonly sql: string;
      }
    | {
        /** Handles one batch of encrypted rows and returns its size. */
        readonly apply: (batch: RetentionBatch) => Promise<number>;
      }
  );

/** A hundred years: as good as never. */
const MAX_DAYS = 36_500;

type Settings<Rules extends readonly RetentionRule[]> = {
  [Rule in Rules[number] as Rule['setting']]: NumberSchema<number | undefined, AnyObject, number, 'd'>;
};

/**
 * Declares the setting of each rule.
 * @throws Error if rules with the same setting differ in their default or minimum
 */
export function retentionSettings<const Rules extends readonly RetentionRule[]>(
  rules: Rules,
): Settings<Rules> {
  const conflict = rules.find(({ setting, defaultDays, minDays }) =>
    rules.some(
      (other) =>
        other.setting === setting && (other.defaultDays !== defaultDays || other.minDays !== minDays),
    ),
  );
  if (conflict) throw new Error(`rules of ${conflict.setting} differ in their default or minimum`);
  return Object.fromEntries(
    rules.map(({ setting, data, outcome, reason, defaultDays, minDays }) => [
      setting,
      number()
        .integer()
        .min(minDays)
        .max(MAX_DAYS)
        .default(defaultDays)
        .meta({ description: `Days until ${data} are ${outcome}: ${reason}` }),
    ]),
  ) as Settings<Rules>;
}
