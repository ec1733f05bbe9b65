const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const dollarsAndCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** A price as pages show it: `8000` → `$80`, `7950` → `$79.50`. Takes cents. */
export const formatPrice = (cents: number): string =>
  (cents % 100 === 0 ? wholeDollars : dollarsAndCents).format(cents / 100);

/** An amount as statements and receipts show it, always with cents: `8000` → `$80.00`. Takes cents. */
export const formatAmount = (cents: number): string => dollarsAndCents.format(cents / 100);

/** The same for an amount that may be negative: `-8000` → `-$80.00`. Adding 0 turns -0 into 0. */
export const formatSignedAmount = (cents: number): string =>
  cents < 0 ? `-${formatAmount(-cents)}` : formatAmount(cents + 0);
