const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** 12345 → '12,345'. */
export const wholeNumber = (count: number): string => whole.format(count);

/** A decimal of the API in dollars and cents: '12345.50' → '$12,345.50'. */
export const withCents = (decimal: string): string => dollars.format(Number(decimal));

/** '1 user', '1,204 users'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

/** Which of all a numbered page shows: '26-50 of 1,204 users'. */
export function pageSummary(
  page: number,
  pageSize: number,
  shown: number,
  total: number,
  one: string,
): string {
  if (shown === total) return counted(total, one);
  if (shown === 0) return `0 of ${counted(total, one)}`;
  const first = (page - 1) * pageSize + 1;
  return `${wholeNumber(first)}-${wholeNumber(first + shown - 1)} of ${counted(total, one)}`;
}

/** Of a list that nobody counts: '12 leads', or '50 leads on this page'. */
export const cursorSummary = (
  shown: number,
  { isFirst, hasNext }: { isFirst: boolean; hasNext: boolean },
  one: string,
  many?: string,
): string => `${counted(shown, one, many)}${isFirst && !hasNext ? '' : ' on this page'}`;

/** Of a list that goes on at a cursor but is counted: '3 payments', '25 of 1,204 payments'. */
export const pageSummaryOf = (shown: number, total: number, one: string): string =>
  shown === total ? counted(total, one) : `${wholeNumber(shown)} of ${counted(total, one)}`;
