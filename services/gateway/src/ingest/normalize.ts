import {
  ageRanges,
  andThen,
  assetBands,
  isPlaceholder,
  leadTypes,
  readAge,
  readAmount,
  readCode,
  readDate,
  type Reading,
  refuse,
} from '@desk/contracts';

/** Longer text is no spelling of a listed value. Converting it would cost what the sender chooses. */
const MAX_LISTED_LENGTH = 100;

const findListed = (values: readonly string[], text: string): string | undefined => {
  const plain = (value: string) =>
    value
      .toLowerCase()
      .replaceAll(/[\s,$]/g, '')
      .replaceAll(/[‐‑–—]/g, '-');
  const given = plain(text);
  return values.find((value) => plain(value) === given);
};

const read = (text: string, find: (line: string) => string | undefined, refusal: string): Reading =>
  andThen(readCode(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    return (line.length > MAX_LISTED_LENGTH ? undefined : find(line)) ?? refuse(refusal);
  });

/** Matches one of the listed values regardless of case, spacing and kind of dash. */
export const readListed =
  (label: string, values: readonly string[]) =>
  (text: string): Reading =>
    read(text, (line) => findListed(values, line), `${label} must be one of: ${values.join(', ')}`);

const isLeadWord = (word: string | undefined): boolean => /^leads?$/i.test(word ?? '');
const isAnnuityWord = (word: string | undefined): boolean => /^annuity$/i.test(word ?? '');

/** Accepts 'Fixed Annuity' and 'fixed annuity leads' too. */
export const readLeadType = (text: string): Reading =>
  read(
    text,
    (line) => {
      const words = line.split(' ');
      if (isLeadWord(words.at(-1)) && isAnnuityWord(words.at(-2))) words.pop();
      if (words.length > 1 && isAnnuityWord(words.at(-1))) words.pop();
      return findListed(leadTypes, words.join(' '));
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

const TOO_YOUNG = 'Age must be 55 or over';

/** Whole years of somebody who is old enough for these leads. */
export function readLeadAge(text: string): Reading<number> {
  const age = readAge(text);
  return typeof age === 'number' && ageToRange(age) === undefined ? refuse(TOO_YOUNG) : age;
}

/** The age on `day` of somebody born on a date, in any way in which Americans write one. */
export const readAgeOfBirth =
  (day: Date) =>
  (text: string): Reading<number> =>
    andThen(readDate(text), (dateOfBirth): Reading<number> => {
      const years = day.getUTCFullYear() - Number(dateOfBirth.slice(0, 4));
      const age = day.toISOString().slice(5, 10) >= dateOfBirth.slice(5) ? years : years - 1;
      if (age < 0 || age >= 130) return refuse('Date of birth must be that of a living person');
      return ageToRange(age) === undefined ? refuse(TOO_YOUNG) : age;
    });

/** A band's name, or the band of an amount in dollars. */
export const readAssetBand = (text: string): Reading => {
  const listed = findListed(assetBands, text.slice(0, MAX_LISTED_LENGTH));
  if (listed !== undefined) return listed;
  const dollars = readAmount(text);
  if (typeof dollars !== 'number') return dollars;
  if (dollars >= 1_000_000) return '$1M+';
  if (dollars >= 500_000) return '$500K-$1M';
  if (dollars >= 250_000) return '$250K-$500K';
  return dollars >= 100_000 ? '$100K-$250K' : refuse('Estimated assets must be at least $100,000');
};
