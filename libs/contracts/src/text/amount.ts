import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

const NO_AMOUNT = 'Must be an amount in dollars';
const MAX_DOLLARS = 1e12;
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, t: 1e3 };
const UNIT = '(k|thousand|m|mm|mil|million|b|billion)';
/** Digits, either bare or in groups of three. */
const NUMBER = String.raw`(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(\.\d{1,2})?`;
const ONE = String.raw`(?:usd ?)?\$? ?${NUMBER} ?${UNIT}?\+?(?: ?(?:usd|dollars?))?`;
const BEFORE = String.raw`(?:(?:about|approx\.?|approximately|around|over|more than|at least|above|from|between|~|>=?|≥) ?)?`;
const AFTER = String.raw`(?: ?(?:\+|or more|and up|and over|or over|plus))?`;
const SINGLE = new RegExp(`^${BEFORE}${ONE}${AFTER}$`);
const RANGE = new RegExp(`^${BEFORE}${ONE} ?(?:-|to|and) ?${ONE}$`);

const toDollars = (whole = '', fraction = '', unit = ''): number =>
  Number(whole.replaceAll(',', '') + fraction) * (FACTORS[unit.charAt(0)] ?? 1);

/**
 * Reads an amount in dollars, in the forms that people write: `$250,000`, `250k`, `1.2 million`, `over $500,000`. A
 * range is read as its lower end.
 */
export const readAmount = (text: string): Reading<number> =>
  andThen(readPlainLine(text), (plainLine) => {
    if (isPlaceholder(plainLine)) return undefined;
    if (plainLine.length > 60) return refuse(NO_AMOUNT);
    const line = plainLine.toLowerCase().replace(/[‐‑–—]/g, '-');
    const single = SINGLE.exec(line);
    const range = single ? null : RANGE.exec(line);
    const dollars = range ? lowerEnd(range) : toDollars(...(single?.slice(1, 4) ?? ['x']));
    return dollars > 0 && dollars <= MAX_DOLLARS ? dollars : refuse(NO_AMOUNT);
  });

/** The lower end of a range, or not a number if it falls. `250-500k` means thousands at both ends. */
function lowerEnd([, whole, fraction, unit, toWhole, toFraction, toUnit]: RegExpExecArray): number {
  const from = toDollars(whole, fraction, unit ?? toUnit);
  const to = toDollars(toWhole, toFraction, toUnit);
  if (from < to) return from;
  const plainFrom = toDollars(whole, fraction);
  return unit === undefined && plainFrom < to ? plainFrom : Number.NaN;
}
