const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 → '12,345'. */
export const formatCount = (value: number): string => count.format(value);

const short = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** 123 → '123', 1204 → '1.2K': for narrow cells. */
export const formatShort = (value: number): string => short.format(value);

/** '1 user', '1,204 users'. */
export const pluralize = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

/** 0.125 → '13%'. Shows '0%' and '100%' only for exactly 0 and 1. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return '<1%';
  if (share < 1 && share > 0.99) return '>99%';
  return `${Math.round(share * 100)}%`;
}
