/** The pattern of texts that begin so; `%` and `_` stand for themselves. */
export const startsWith = (prefix: string): string => `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`;
