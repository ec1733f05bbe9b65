import { ageRanges, assetBands, leadTypes } from '@desk/contracts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Pure conversions of what funnels post to canonical values. A value that cannot be converted is returned unchanged,
 * so that validation reports it.
 */

type Conversion = (text: string) => string;

/** Longer text is no spelling of a listed value or a phone number. Converting it would cost what the sender chooses. */
const MAX_CONVERTED_LENGTH = 100;
const shortOnly =
  (convert: Conversion): Conversion =>
  (text) =>
    text.length > MAX_CONVERTED_LENGTH ? text : convert(text);

/** Converts a US number in any punctuation to E.164. Extensions are not supported, so they are not dropped silently. */
export const toE164 = shortOnly((phone) => {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'US', extract: false });
  return parsed === undefined || parsed.ext !== undefined ? phone : parsed.number;
});

/** Codes of the United States and its territories, whose numbers people keep when they move. */
const US_NUMBERS: ReadonlySet<string | undefined> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** Whether a number in E.164 is of the United States, has the right length, and an area code in use. */
export function isUsPhone(phone: string): boolean {
  if (phone.length > MAX_CONVERTED_LENGTH) return false;
  const parsed = parsePhoneNumberFromString(phone);
  return parsed !== undefined && US_NUMBERS.has(parsed.country) && parsed.isPossible() && parsed.isValid();
}

/** Matches one of the listed values regardless of case, spacing and kind of dash. */
export const toListed = (values: readonly string[]): Conversion =>
  shortOnly((text) => {
    const plain = (value: string) =>
      value
        .toLowerCase()
        .replaceAll(/[\s,$]/g, '')
        .replaceAll('–', '-');
    const given = plain(text);
    return values.find((value) => plain(value) === given) ?? text;
  });

const toListedLeadType = toListed(leadTypes);
const isLeadWord = (word: string | undefined): boolean => /^leads?$/i.test(word ?? '');
const isAnnuityWord = (word: string | undefined): boolean => /^annuity$/i.test(word ?? '');

/** Accepts 'Fixed Annuity' and 'fixed annuity leads' too. */
export const toLeadType = shortOnly((text) => {
  const words = text.split(/\s+/);
  if (isLeadWord(words.at(-1)) && isAnnuityWord(words.at(-2))) words.pop();
  if (words.length > 1 && isAnnuityWord(words.at(-1))) words.pop();
  return toListedLeadType(words.join(' '));
});

/** Converts whole years to an age range; undefined under 55, the minimum age of these leads. */
export function ageToRange(age: number): string | undefined {
  if (age >= 76) return '76+';
  return ageRanges.find((range) => {
    const [from = 0, to = 0] = range.split('-').map(Number);
    return age >= from && age <= to;
  });
}

/** Returns whole years from a date of birth (`YYYY-MM-DD`) to `day`; undefined if it is not such a date. */
export function ageOn(day: Date, dateOfBirth: string): number | undefined {
  const born = /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) ? new Date(`${dateOfBirth}T00:00:00Z`) : undefined;
  if (!born || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== dateOfBirth)
    return undefined;
  const years = day.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday = day.toISOString().slice(5, 10) >= dateOfBirth.slice(5);
  return hadBirthday ? years : years - 1;
}

/** Consent may be given on a clock that is ahead of ours by this much. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?( ?(Z|[+-]\d{2}:?\d{2}))$/;

/** Converts an ISO 8601 time with its zone to UTC; undefined if it is none, or later than `now`. */
export function toInstant(text: string, now: Date): string | undefined {
  if (text.length > MAX_CONVERTED_LENGTH || !INSTANT.test(text)) return undefined;
  const time = new Date(text.replace(' ', 'T').replaceAll(' ', ''));
  const isKnown = time.getTime() <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS;
  return isKnown ? time.toISOString() : undefined;
}

/** Converts a band's name or an amount in dollars to an asset band; undefined under $100,000. */
export function toAssetBand(assets: string | number): string | undefined {
  if (typeof assets === 'string' && assets.length > MAX_CONVERTED_LENGTH) return assets;
  const dollars = typeof assets === 'number' ? assets : Number(assets.replaceAll(/[$,\s]/g, ''));
  if (Number.isNaN(dollars)) return toListed(assetBands)(String(assets));
  if (dollars >= 1_000_000) return '$1M+';
  if (dollars >= 500_000) return '$500K-$1M';
  if (dollars >= 250_000) return '$250K-$500K';
  return dollars >= 100_000 ? '$100K-$250K' : undefined;
}
