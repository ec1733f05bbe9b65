import { LEAD_PRICE_CENTS } from '@desk/contracts/money';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Whole dollars, as the pages show prices: 8000 → '$80'. */
export const inDollars = (cents: number): string => dollars.format(cents / 100);
export const LEAD_PRICE = inDollars(LEAD_PRICE_CENTS);
/** What a day costs at most. */
export const dailyCost = (leads: number): string => inDollars(leads * LEAD_PRICE_CENTS);
