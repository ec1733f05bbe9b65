import { ageRanges, assetBands, leadTypes, purchaseTimelines } from '@desk/contracts';

/** Pure rules that bring what funnels send into the canonical form. What they cannot read they leave as it is. */

/** US numbers in any punctuation to E.164. */
export function toE164(phone: string): string {
  const digits = phone.replaceAll(/[\s().+-]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  return /^1\d{10}$/.test(digits) ? `+${digits}` : phone;
}

/** One of the listed values, whatever its case and spacing. */
const listed =
  (values: readonly string[]) =>
  (text: string): string => {
    const plain = (value: string) =>
      value
        .toLowerCase()
        .replaceAll(/[\s,$]/g, '')
        .replaceAll('–', '-');
    return values.find((value) => plain(value) === plain(text)) ?? text;
  };

export const toLeadType = (text: string): string =>
  listed(leadTypes)(text.replace(/\s+annuity(\s+leads?)?$/i, ''));
export const toTimeline = listed(purchaseTimelines);
export const toAgeRange = listed(ageRanges);

/** Whole years to a range; undefined under 55, for whom these leads are not meant. */
export function ageToRange(age: number): string | undefined {
  if (age >= 76) return '76+';
  return ageRanges.find((range) => {
    const [from = 0, to = 0] = range.split('-').map(Number);
    return age >= from && age <= to;
  });
}

/** Whole years between a date of birth (`YYYY-MM-DD`) and a day; undefined when it is no such date. */
export function ageOn(day: Date, dateOfBirth: string): number | undefined {
  const born = /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) ? new Date(`${dateOfBirth}T00:00:00Z`) : undefined;
  if (!born || Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== dateOfBirth)
    return undefined;
  const years = day.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday = day.toISOString().slice(5, 10) >= dateOfBirth.slice(5);
  return hadBirthday ? years : years - 1;
}

/** A band by name, or dollars to a band; undefined under $100,000. */
export function toAssetBand(assets: string | number): string | undefined {
  const dollars = typeof assets === 'number' ? assets : Number(assets.replaceAll(/[$,\s]/g, ''));
  if (Number.isNaN(dollars)) return listed(assetBands)(String(assets));
  if (dollars >= 1_000_000) return '$1M+';
  if (dollars >= 500_000) return '$500K-$1M';
  if (dollars >= 250_000) return '$250K-$500K';
  return dollars >= 100_000 ? '$100K-$250K' : undefined;
}
