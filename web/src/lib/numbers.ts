const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 → '12,345'. */
export const formatCount = (value: number): string => count.format(value);

/** '1 user', '1,204 users'. */
export const pluralize = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;
