import { boolean, type InferType, number, object, type Schema, type ObjectShape, string } from 'yup';
import { boundedText } from './bounded-text.js';
import { isInstant, isIsoDate } from './format/calendar.js';
import { UUID } from './format/ids.js';
import { SEARCH_MAX } from './search.values.js';
import type { TextKind } from './text/text-kinds.js';

/** An object that rejects unknown fields. Every message and body is one. */
export const strictObject = <S extends ObjectShape>(shape: S) => object(shape).noUnknown().required();

/**
 * Adds a rule across the fields or items of a schema. yup would run the rule before it validates the fields, so the
 * rule is skipped while any of them is invalid: their own errors explain what is wrong.
 */
export const withRule = <S extends Schema>(
  schema: S,
  name: string,
  message: string,
  isMet: (value: InferType<S>) => boolean,
): S =>
  schema.test(name, message, (value: unknown) =>
    schema.isValidSync(value, { strict: true }) ? isMet(value) : true,
  );

export const uuid = () =>
  boundedText({
    max: 36,
    pattern: UUID,
    message: 'Not a valid id',
  }).required();

const NO_INSTANT = 'Not an ISO 8601 instant';

/** An instant on the wire: ISO 8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const instant = () =>
  boundedText({
    max: 24,
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    message: NO_INSTANT,
  })
    .test('calendar', NO_INSTANT, (value) => !value || isInstant(value))
    .required();

const NO_DAY = 'Not a calendar day';

/** A day in a time zone that the context names: `2026-03-31`. */
export const calendarDay = () =>
  boundedText({ max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/, message: NO_DAY })
    .test('calendar', NO_DAY, (value) => !value || isIsoDate(value))
    .required();

const NO_TIME = 'Enter a date and a time';

/** A time on the clock of a time zone that the context names: `2026-03-31T15:00`. */
export const localTime = () =>
  boundedText({ max: 16, pattern: /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/, message: NO_TIME }).test(
    'calendar',
    NO_TIME,
    (value) => !value || isInstant(`${value}:00.000Z`),
  );

/** Text that is one of the values. With a label, the message names it and them. */
export const oneOf = <const Value extends string>(values: readonly Value[], label?: string) =>
  string().oneOf([...values], label && `${label} must be one of: ${values.join(', ')}`);

export const flag = () => boolean().required();
export const cents = () => number().integer().min(0).max(100_000_000).required();
export const count = () => number().integer().min(0).required();
/** An amount in dollars, as decimal(10,2) writes it: `80.00`. */
export const decimal = () =>
  string()
    .matches(/^\d{1,8}\.\d{2}$/)
    .required();
/** A SHA-256 in hexadecimal digits. */
export const digest = () => boundedText({ max: 64, pattern: /^[0-9a-f]{64}$/ });
/** Text that must not be empty. */
export const filledText = (kind: TextKind, max: number) => boundedText({ kind, max }).required();

/** The search text of a list. It arrives in `SEARCH_HEADER` and is treated as part of the query. */
export const searchText = () =>
  boundedText({
    kind: 'search',
    max: SEARCH_MAX,
    message: 'Search must be text',
    tooLong: `Search must be at most ${SEARCH_MAX} characters`,
  }).optional();

export const TIME_ZONE_MAX = 64;

/** An IANA time zone name known to this runtime. */
export const timeZone = () =>
  boundedText({ kind: 'code', max: TIME_ZONE_MAX })
    .required()
    .test('time-zone', 'Not a known time zone', (value) => {
      if (value === '' || value.length > TIME_ZONE_MAX) return false;
      try {
        return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }));
      } catch {
        return false;
      }
    });

/** For messages without content. */
export const nothing = () => strictObject({});
