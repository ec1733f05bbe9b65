import { isRefusal } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import {
  readAgeFromBirth,
  readAgeRange,
  readAssetBand,
  readLeadAge,
  readLeadType,
  readTimeline,
} from './normalize.js';
import {
  ageRangeSpellings,
  leadTypeSpellings,
  type Spellings,
  timelineSpellings,
} from './spellings.values.js';

test.each([
  ['fixed', 'Fixed'],
  ['Fixed Annuity', 'Fixed'],
  ['indexed  annuity LEADS', 'Indexed'],
  ['my\u200Bga annuity lead', 'MYGA'],
  ['FIA', 'Indexed'],
  ['Fixed Indexed Annuities', 'Indexed'],
  ['Multi-Year Guaranteed Annuity', 'MYGA'],
  ['multiyear guaranteed', 'MYGA'],
  ['fixed_indexed_annuity', 'Indexed'],
  ['fixed-indexed-annuity', 'Indexed'],
])('finds the lead type in %j', (text, leadType) => {
  expect(readLeadType(text)).toBe(leadType);
});

test.each([
  'fixed rate annuity',
  'fixed deferred',
  'annuity',
  'annuity leads',
  'fixed leads',
  'annuity fixed',
  `Fixed${'x'.repeat(200)}`,
])('finds no lead type in %j', (text) => {
  expect(isRefusal(readLeadType(text))).toBe(true);
});

const tables: [string, (text: string) => unknown, Spellings<string>][] = [
  ['lead type', readLeadType, leadTypeSpellings],
  ['timeline', readTimeline, timelineSpellings],
  ['age range', readAgeRange, ageRangeSpellings],
];
test.each(
  tables.flatMap(([what, read, spellings]) =>
    Object.entries(spellings).flatMap(([value, texts]) =>
      [value, ...(texts ?? [])].map((text) => ({ what, read, text, value })),
    ),
  ),
)('reads the $what $text as $value, in any case', ({ read, text, value }) => {
  expect(read(text)).toBe(value);
  expect(read(text.toUpperCase())).toBe(value);
  expect(isRefusal(read(`not ${text}`))).toBe(true);
});

test.each([
  ['0 – 3 MONTHS', '0-3 months'],
  ['0\u20113months', '0-3 months'],
  ['Within 3 months', '0-3 months'],
  ['within_3_months', '0-3 months'],
  ['within-3-months', '0-3 months'],
  ['3-6-months', '3-6 months'],
  ['In the next three months', '0-3 months'],
  ['Under 3 mos.', '0-3 months'],
  ['less than 3 months', '0-3 months'],
  ['<3 months', '0-3 months'],
  ['Up to 3 months', '0-3 months'],
  ['in 3 months', '0-3 months'],
  ['0 to 3 months', '0-3 months'],
  ['0-30 days', '0-3 months'],
  ['less than 30 days', '0-3 months'],
  ['0-90 days', '0-3 months'],
  ['between 3 and 6 months', '3-6 months'],
  ['between 6 and 12 months', '6-12 months'],
  ['6 months-12 months', '6-12 months'],
  ['3 to 6 months', '3-6 months'],
  ['3-6 months from now', '3-6 months'],
  ['6mo - 12mo', '6-12 months'],
  ['6 months to a year', '6-12 months'],
  ['More than 1 year', '12+ months'],
  ['A year or more', '12+ months'],
  ['12 months or longer', '12+ months'],
  ['12 months and over', '12+ months'],
  ['over 12 months', '12+ months'],
  ['longer than 12 months', '12+ months'],
  ['after 12 months', '12+ months'],
  ['12 months plus', '12+ months'],
  ['12 plus months', '12+ months'],
])('reads the timeline %j', (text, timeline) => {
  expect(readTimeline(text)).toBe(timeline);
});

test.each([
  '1-3 months',
  'within 6 months',
  '0-6 months',
  '12 months',
  'a year',
  'under a year',
  'Not sure',
  'soon',
])('refuses the timeline %j, which may mean several or none', (text) => {
  expect(readTimeline(text)).toEqual({
    refusal: 'Purchase timeline must be one of: 0-3 months, 3-6 months, 6-12 months, 12+ months',
  });
});

test.each([
  ['61 to 65', '61-65'],
  ['61–65 years old', '61-65'],
  ['between 55 and 60', '55-60'],
  ['66-70', '66-70'],
  ['Between 71 and 75', '71-75'],
  ['76 +', '76+'],
  ['76 or older', '76+'],
  ['76 and older', '76+'],
  ['76 or over', '76+'],
  ['76 and over', '76+'],
  ['76 or above', '76+'],
  ['over 75', '76+'],
  ['older than 75', '76+'],
  ['66', '66-70'],
  ['66 years', '66-70'],
  ['81', '76+'],
])('reads the age range %j', (text, range) => {
  expect(readAgeRange(text)).toBe(range);
});

test.each(['65-70', '75+', '54', '55-65', 'over 60', 'between 55 and 65'])(
  'refuses the age range %j',
  (text) => {
    expect(readAgeRange(text)).toEqual({
      refusal: 'Age range must be one of: 55-60, 61-65, 66-70, 71-75, 76+',
    });
  },
);

test.each(['undefined', '{{timeline}}', 'n/a', ' '])('finds nothing in the placeholder %j', (text) => {
  for (const read of [readTimeline, readAgeRange, readLeadType]) expect(read(text)).toBeUndefined();
});

test.each([
  ['$250,000', '$250K-$500K'],
  ['250000', '$250K-$500K'],
  ['250000.00', '$250K-$500K'],
  ['250k', '$250K-$500K'],
  ['$250,000-$500,000', '$250K-$500K'],
  ['$250,000 - $500,000', '$250K-$500K'],
  ['$250,000_-_$500,000', '$250K-$500K'],
  ['$250K–$500K', '$250K-$500K'],
  ['$250K to $500K', '$250K-$500K'],
  ['250-500k', '$250K-$500K'],
  ['over $500,000', '$500K-$1M'],
  ['More than 500 thousand', '$500K-$1M'],
  ['$1.2M', '$1M+'],
  ['1.2 million', '$1M+'],
  ['$1,000,000+', '$1M+'],
  ['$1M+', '$1M+'],
  ['100,000', '$100K-$250K'],
  ['\u202A$150,000\u202C', '$100K-$250K'],
])('reads the assets %j', (text, band) => {
  expect(readAssetBand(text)).toBe(band);
});

test.each([
  '0x3D090',
  'Infinity',
  '-Infinity',
  'NaN0',
  '2,5,0,0,0,0',
  '1e6',
  '250,00',
  '$.1M+',
  '1.00K-2.50K',
  '2500,000',
  '-250000',
  '250000x',
  '0b1111',
  '１２３４５６ apples',
  '99,999',
  '$50k',
  '0',
  'a lot',
  '$',
  '250k-',
  `250000${' '.repeat(200)}x`,
  '1_000_000',
  '٢٥٠٠٠٠',
])('refuses the assets %j', (text) => {
  expect(isRefusal(readAssetBand(text))).toBe(true);
});

test.each([
  ['67', 67],
  ['67 years old', 67],
  ['67 yrs', 67],
  ['age 67', 67],
  ['76+', 76],
  ['55', 55],
])('reads the age %j', (text, age) => {
  expect(readLeadAge(text)).toBe(age);
});

test.each([
  '0x40',
  '54',
  '0',
  '-60',
  '6e1',
  '60.5',
  '130',
  '1957',
  'sixty',
  'Infinity',
  '6 7',
  '00000000000',
])('refuses the age %j', (text) => {
  expect(isRefusal(readLeadAge(text))).toBe(true);
});

const day = new Date('2026-11-25T12:00:00Z');
test.each([
  ['1958-04-12', 68],
  ['04/12/1958', 68],
  ['4-12-58', 68],
  ['April 12, 1958', 68],
  ['12 Apr 1958', 68],
  ['1960-11-25', 66],
  ['1960-11-26', 65],
  ['19580412', 68],
  ['1958-04-12T05:00:00.000Z', 68],
  ['1958', 67],
])('reads the age of somebody born on %s', (text, age) => {
  expect(readAgeFromBirth(day)(text)).toBe(age);
});

test.each([
  '0053-04-12',
  '1850-01-01',
  '1800-01-01',
  '2030-01-01',
  '1958-02-30',
  '00000000000',
  '1980',
  '1980-01-01',
  '31/12/1958',
  '1896-11-25',
  '0000-00-00',
  '12/1958',
])('refuses somebody born on %s', (text) => {
  expect(isRefusal(readAgeFromBirth(day)(text))).toBe(true);
});

test('requires more than the year of birth if it fits two age ranges', () => {
  expect(readAgeFromBirth(day)('1960')).toEqual({
    refusal: 'Somebody born in 1960 may be 65 or 66: send the full date, or the age',
  });
});
