const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 → '12,345'. */
export const formatCount = (value: number): string => count.format(value);

/** '1 user', '1,204 users'. */
export const pluralize = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

/** Summarizes a numbered page: '26-50 of 1,204 users'. */
export function summarizePage(
  page: number,
  pageSize: number,
  shown: number,
  total: number,
  singular: string,
): string {
  if (shown === total) return pluralize(total, singular);
  if (shown === 0) return `0 of ${pluralize(total, singular)}`;
  const first = (page - 1) * pageSize + 1;
  return `${formatCount(first)}-${formatCount(first + shown - 1)} of ${pluralize(total, singular)}`;
}

/** Summarizes a cursor page of unknown total: '12 leads', or '50 leads on this page'. */
export const summarizeCursorPage = (
  shown: number,
  { isFirst, hasNext }: { isFirst: boolean; hasNext: boolean },
  singular: string,
  plural?: string,
): string => `${pluralize(shown, singular, plural)}${isFirst && !hasNext ? '' : ' on this page'}`;

/** Summarizes a cursor page of known total: '3 payments', '25 of 1,204 payments'. */
export const summarizeCursorPageOf = (shown: number, total: number, singular: string): string =>
  shown === total ? pluralize(total, singular) : `${formatCount(shown)} of ${pluralize(total, singular)}`;
