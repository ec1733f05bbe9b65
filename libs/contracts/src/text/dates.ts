import { isIsoDate } from '../format/calendar.js';
import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

const NO_DATE = 'Must be a date such as 1958-04-12 or 04/12/1958';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_WORD = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?';
const YEAR = '(\\d{4}|\\d{2})';

/** Rejects a year with a leading zero, which nobody means. */
const isMeantDay = (day: string): boolean => !day.startsWith('0') && isIsoDate(day);

/** The forms in which Americans write a date, each with the positions of year, month and day. */
const FORMS: readonly (readonly [RegExp, year: number, month: number, day: number])[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, 1, 2, 3],
  [/^(\d{4})(\d\d)(\d\d)$/, 1, 2, 3],
  [/^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/, 3, 1, 2],
  [new RegExp(`^${MONTH_WORD} (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}$`), 3, 1, 2],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]${MONTH_WORD},?[ -]${YEAR}$`), 3, 2, 1],
];

/** The time that some programs add to a date of birth. It is ignored. */
const TIME =
  /(?<=\d)[t ,] ?(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?: ?[ap]m)? ?(?:z|utc|[+-]\d\d:?\d\d)?$/;

const toMonth = (text: string): number => MONTHS.indexOf(text) + 1 || Number(text);
/** Two digits mean the 1900s, because these are births of people aged 55 and over. */
const toYear = (text: string): number => (text.length === 2 ? 1900 : 0) + Number(text);

/** Reads a date of birth in any form that Americans write, and returns it as `YYYY-MM-DD`. */
export const readDate = (text: string): Reading =>
  andThen(readPlainLine(text), (plainLine) => {
    if (isPlaceholder(plainLine)) return undefined;
    if (plainLine.length > 40) return refuse(NO_DATE);
    const line = plainLine
      .toLowerCase()
      .replace(/[‐‑–—]/g, '-')
      .replace(TIME, '');
    for (const [form, yearAt, monthAt, dayAt] of FORMS) {
      const found = form.exec(line);
      if (!found) continue;
      const [year, month, day] = [
        toYear(found[yearAt] ?? ''),
        toMonth(found[monthAt] ?? ''),
        Number(found[dayAt]),
      ];
      const iso = [year, ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
      return isMeantDay(iso) ? iso : refuse(NO_DATE);
    }
    return refuse(NO_DATE);
  });

const INSTANT =
  /^\d{4}-\d\d-\d\d[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?: ?(?:z|utc|[+-](\d\d):?(\d\d)))?$/i;
const ZONE = /(?:z|[+-]\d\d:\d\d)$/i;
/** Seconds or milliseconds since 1970, for times from 1973 to 2286. */
const EPOCH = /^(?:\d{9,10}|\d{12,13})$/;

/**
 * Reads an RFC 3339 time, optionally with a space in place of the `T`, or a time since the epoch. Returns it as
 * `toISOString` writes it. A time without a zone is in UTC.
 */
export const readInstant = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const refusal = refuse('Must be an ISO 8601 time');
    if (EPOCH.test(line)) return new Date(Number(line) * (line.length < 11 ? 1_000 : 1)).toISOString();
    const parts = line.length <= 50 ? INSTANT.exec(line) : null;
    if (!parts) return refusal;
    const [hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = parts
      .slice(1)
      .map((part: string | undefined) => Number(part ?? 0));
    const isTime = hour < 24 && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60;
    if (!isTime || !isMeantDay(line.slice(0, 10))) return refusal;
    const iso = line
      .toUpperCase()
      .replace('UTC', 'Z')
      .replace(/^(\S{10})[T ]/, '$1T')
      .replaceAll(' ', '')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
    return new Date(ZONE.test(iso) ? iso : `${iso}Z`).toISOString();
  });

const AGE = /^(?:age:? ?)?(\d{1,3})(?: ?(?:\+|years?|yrs?|y\/?o)\.?)?(?: ?old)?\.?$/i;

/** Reads an age in whole years, from 1 to 129. */
export const readAge = (text: string): Reading<number> =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const age = line.length <= 20 ? Number(AGE.exec(line)?.[1]) : Number.NaN;
    return age >= 1 && age < 130 ? age : refuse('Age must be a whole number of years');
  });
