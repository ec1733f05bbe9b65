/** Price of one lead, in US cents. Everything that shows or charges a price derives from it. */
export const LEAD_PRICE_CENTS = 8_000;
export const CURRENCY = 'usd';

const DECIMAL = /^(\d{1,8})\.(\d{2})$/;

/** Converts cents to the documented decimal(10,2) string: 8000 → '80.00'. @throws RangeError unless whole cents ≥ 0 */
export function toDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`not an amount in cents: ${cents}`);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Converts a decimal(10,2) string to cents: '80.00' → 8000. @throws RangeError on any other form */
export function toCents(decimal: string): number {
  const match = DECIMAL.exec(decimal);
  if (!match) throw new RangeError(`not a decimal amount: '${decimal}'`);
  return Number(match[1]) * 100 + Number(match[2]);
}
