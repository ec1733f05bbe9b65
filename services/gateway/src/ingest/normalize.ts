import {
  ageRanges,
  andThen,
  assetBands,
  isPlaceholder,
  leadTypes,
  purchaseTimelines,
  readAge,
  readAmount,
  readPlainLine,
  readDate,
  type Reading,
  refuse,
} from '@desk/contracts';
import {
  ageRangeSpellings,
  leadTypeSpellings,
  type Spellings,
  timelineSpellings,
} from './spellings.values.js';

/** Longer text is not a spelling of a listed value. Without this limit, senders could make converting it slow. */
const MAX_LISTED_LENGTH = 100;

/** Spellings of the same thing and their replacements, applied in this order. */
const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/[‐‑–—]/g, '-'],
  // What form builders make of a label: `fixed_indexed`, `within-3-months`.
  [/_|(?<=[a-z])-(?=[a-z])|(?<=\b(?:within|in|next|over|under))-(?=\d)|(?<=\d)-(?=[a-z])/g, ' '],
  [/[$,]|\.(?!\d)|\bfrom now\b|\b(?:years?|yrs?) old\b/g, ''],
  [/(\d)([a-z])/g, '$1 $2'],
  [/\bthree\b/g, '3'],
  [/\bsix\b/g, '6'],
  [/\btwelve\b/g, '12'],
  [/\b(?:a|one|1) (?:year|yr)\b/g, '12 months'],
  [/\b(?:mos?|mths?|month)\b/g, 'months'],
  [/\b(?:or|and) (?:older|over|above|more|longer)\b|\bplus\b/g, '+'],
  [/\b(?:more|longer|older) than\b|\bover\b|\bafter\b/g, '>'],
  [/\b(?:with)?in the next\b|\bwithin\b|\bnext\b|\bup to\b|\bunder\b|\bless than\b|</g, 'in'],
  [/\bbetween (\d+) and\b/g, '$1-'],
  [/ ?months ?(?:to\b|-)|\bto\b/g, '-'],
  [/\b0 ?-/g, 'in'],
  [/ /g, ''],
];

/** Returns the same text for texts that differ only in case, spacing, kind of dash, or words of one meaning. */
const foldSpelling = (text: string): string =>
  FOLDED.reduce((folded, [pattern, word]) => folded.replaceAll(pattern, word), text.toLowerCase());

/** Returns a function that finds the value that a text spells. */
function spelled<Value extends string>(values: readonly Value[], spellings?: Spellings<Value>) {
  const found = new Map(
    values.flatMap((value) =>
      [value, ...(spellings?.[value] ?? [])].map((text): [string, Value] => [foldSpelling(text), value]),
    ),
  );
  return (text: string): Value | undefined =>
    text.length > MAX_LISTED_LENGTH ? undefined : found.get(foldSpelling(text));
}

const findLeadType = spelled(leadTypes, leadTypeSpellings);
const findTimeline = spelled(purchaseTimelines, timelineSpellings);
const findAgeRange = spelled(ageRanges, ageRangeSpellings);
const findAssetBand = spelled(assetBands);

const read = (text: string, find: (line: string) => string | undefined, refusal: string): Reading =>
  andThen(readPlainLine(text), (line) => (isPlaceholder(line) ? undefined : (find(line) ?? refuse(refusal))));

export const readTimeline = (text: string): Reading =>
  read(text, findTimeline, `Purchase timeline must be one of: ${purchaseTimelines.join(', ')}`);

const isLeadWord = (word: string | undefined): boolean => /^leads?$/i.test(word ?? '');
const isAnnuityWord = (word: string | undefined): boolean => /^annuit(?:y|ies)$/i.test(word ?? '');

/** Accepts 'Fixed Annuity' and 'fixed annuity leads' too. */
export const readLeadType = (text: string): Reading =>
  read(
    text,
    (line) => {
      const words = line.slice(0, MAX_LISTED_LENGTH + 1).split(/[ _-]/);
      if (isLeadWord(words.at(-1)) && isAnnuityWord(words.at(-2))) words.pop();
      if (words.length > 1 && isAnnuityWord(words.at(-1))) words.pop();
      return findLeadType(words.join(' '));
    },
    `Lead type must be one of: ${leadTypes.join(', ')}`,
  );

/** Converts whole years to an age range; undefined under 55, the minimum age of these leads. */
export function ageToRange(age: number): string | undefined {
  if (age >= 76) return '76+';
  return ageRanges.find((range) => {
    const [from = 0, to = 0] = range.split('-').map(Number);
    return age >= from && age <= to;
  });
}

/** A range, or the range of somebody of this age. */
export const readAgeRange = (text: string): Reading =>
  read(
    text,
    (line) => {
      const age = readAge(line);
      return (
        findAgeRange(line) ?? (typeof age === 'number' && !line.includes('+') ? ageToRange(age) : undefined)
      );
    },
    `Age range must be one of: ${ageRanges.join(', ')}`,
  );

const TOO_YOUNG = 'Age must be 55 or over';

/** Whole years of somebody who is old enough for these leads. */
export function readLeadAge(text: string): Reading<number> {
  const age = readAge(text);
  return typeof age === 'number' && ageToRange(age) === undefined ? refuse(TOO_YOUNG) : age;
}

/** Reads a date of birth in any American spelling, or a year of birth, and returns the age on `day`. */
export const readAgeFromBirth =
  (day: Date) =>
  (text: string): Reading<number> =>
    andThen(readBirth(text), (birth): Reading<number> => {
      const years = day.getUTCFullYear() - Number(birth.slice(0, 4));
      const isYear = birth.length === 4;
      const hadBirthday = !isYear && day.toISOString().slice(5, 10) >= birth.slice(5);
      const age = hadBirthday ? years : years - 1;
      if (age < 0 || age >= 130) return refuse('Date of birth must be that of a living person');
      if (isYear && ageToRange(years) !== ageToRange(age))
        return refuse(`Somebody born in ${birth} may be ${age} or ${years}: send the full date, or the age`);
      return ageToRange(age) === undefined ? refuse(TOO_YOUNG) : age;
    });

const readBirth = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => (/^[12]\d{3}$/.test(line) ? line : readDate(line)));

/** A band's name, or the band of an amount in dollars. */
export const readAssetBand = (text: string): Reading => {
  const listed = findAssetBand(text);
  if (listed !== undefined) return listed;
  const dollars = readAmount(text.replaceAll('_', ' '));
  if (typeof dollars !== 'number') return dollars;
  if (dollars >= 1_000_000) return '$1M+';
  if (dollars >= 500_000) return '$500K-$1M';
  if (dollars >= 250_000) return '$250K-$500K';
  return dollars >= 100_000 ? '$100K-$250K' : refuse('Estimated assets must be at least $100,000');
};
