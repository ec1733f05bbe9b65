import { type ageRanges, type leadTypes, type purchaseTimelines } from '@desk/contracts';

export type Spellings<Value extends string> = Readonly<Partial<Record<Value, readonly string[]>>>;

/**
 * How funnels, forms and people write the listed values, besides the value itself. An entry also stands for all that
 * `normalize.ts` folds into it, such as `Within 3 mos.` into `in 3 months`. A spelling that could mean two values is in
 * no list.
 */
export const leadTypeSpellings: Spellings<(typeof leadTypes)[number]> = {
  Fixed: ['traditional fixed'],
  Indexed: ['index', 'fia', 'fixed index', 'fixed indexed', 'equity indexed', 'indexed fixed', 'eia'],
  MYGA: ['multi-year guaranteed', 'multi year guaranteed', 'multi-year guarantee', 'multi year guarantee'],
};

export const timelineSpellings: Spellings<(typeof purchaseTimelines)[number]> = {
  '0-3 months': [
    ...['immediately', 'immediate', 'asap', 'as soon as possible', 'now', 'right now', 'right away', 'today'],
    ...['ready now', 'this week', 'this month', 'in 30 days', 'in 60 days', 'in 90 days', 'in 1 month'],
    'in 2 months',
  ],
  '3-6 months': ['90-180 days'],
  '6-12 months': ['180-365 days'],
  '12+ months': ['12 months+', '>12 months'],
};

export const ageRangeSpellings: Spellings<(typeof ageRanges)[number]> = { '76+': ['>75'] };
