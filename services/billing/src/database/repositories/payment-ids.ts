/** The pattern of texts that begin so; `%` and `_` stand for themselves. */
export const startsWith = (prefix: string): string => `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** What every id of a payment at the provider begins with. */
const EVERY_ID = 'pi_';

/** Whether an id of a payment may begin so. What nobody's does need not be looked for among them. */
export const mayBeginId = (prefix: string): boolean =>
  prefix.startsWith(EVERY_ID) || EVERY_ID.startsWith(prefix);
