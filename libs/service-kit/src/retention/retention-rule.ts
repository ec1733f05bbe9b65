import { type AnyObject, number, type NumberSchema } from 'yup';

/** How long one kind of data is kept, and what happens to it afterwards. */
export interface RetentionRule {
  /** Noun phrase for logs, metrics and reports, such as `expired leads`. */
  readonly data: string;
  /** Environment setting with the number of days. */
  readonly setting: string;
  readonly defaultDays: number;
  /** Fewer days would break what `reason` names. */
  readonly minDays: number;
  readonly outcome: 'removed' | 'anonymized';
  /** Why it is kept for that long. */
  readonly reason: string;
  /** Handles one batch and returns its size as `rows`. $1: days to keep, $2: maximum rows. */
  readonly sql: string;
}

/** A hundred years: as good as never. */
const MAX_DAYS = 36_500;

type Settings<Rules extends readonly RetentionRule[]> = {
  [Rule in Rules[number] as Rule['setting']]: NumberSchema<number | undefined, AnyObject, number, 'd'>;
};

/** Declares the setting of each rule, for the service's `env.ts`. */
export const retentionSettings = <const Rules extends readonly RetentionRule[]>(
  rules: Rules,
): Settings<Rules> =>
  Object.fromEntries(
    rules.map(({ setting, defaultDays, minDays }) => [
      setting,
      number().integer().min(minDays).max(MAX_DAYS).default(defaultDays),
    ]),
  ) as Settings<Rules>;
