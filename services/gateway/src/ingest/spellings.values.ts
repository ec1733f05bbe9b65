import { type ageRanges, type leadTypes, type purchaseTimelines } from '@desk/contracts';

export type Spellings<Value extends string> = Readonly<Record<Value, readonly string[]>>;

/**
 * How funnels, forms and people write the listed values, beside the value itself. An entry also stands for what
 * `normalize.ts` folds into the same, such as `Within 3 mos.` into `in 3 months`. What could mean two values is in none.
 */
export const leadTypeSpellings: Spellings<(typeof leadTypes)[number]> = {
  Fixed: ['fixed rate', 'traditional fixed', 'fixed deferred'],
  Indexed: ['index', 'fia', 'fixed index', 'fixed indexed', 'equity indexed', 'indexed fixed', 'eia'],
  MYGA: [
    'multi-year guaranteed',
    'multi year guaranteed',
    'multi-year guarantee',
    'multi year guarantee',
    'multiyear guaranteed',
  ],
};

export const timelineSpellings: Spellings<(typeof purchaseTimelines)[number]> = {
  '0-3 months': [
    ...['immediately', 'immediate', 'asap', 'as soon as possible', 'now', 'right now', 'right away', 'today'],
    ...['ready now', 'this week', 'this month', 'less than 3 months', '<3 months', 'up to 3 months'],
    ...['in 30 days', '0-30 days', 'less than 30 days', 'in 60 days', 'in 90 days', '0-90 days'],
    ...['in 1 month', 'in 2 months', 'in 3 months'],
  ],
  '3-6 months': ['between 3 and 6 months', '90-180 days'],
  '6-12 months': ['between 6 and 12 months', '6 months-12 months', '180-365 days'],
  '12+ months': [
    ...['12 months+', '12 months or more', '12 months or longer', '12 months and over', 'over 12 months'],
    ...['more than 12 months', 'longer than 12 months', 'after 12 months', '>12 months', '12 months plus'],
  ],
};

export const ageRangeSpellings: Spellings<(typeof ageRanges)[number]> = {
  '55-60': ['between 55 and 60'],
  '61-65': ['between 61 and 65'],
  '66-70': ['between 66 and 70'],
  '71-75': ['between 71 and 75'],
  '76+': [
    '76 or older',
    '76 and older',
    '76 or over',
    '76 and over',
    '76 or above',
    'over 75',
    'older than 75',
  ],
};
