/** Formats as 'Jan 5, 2026, 2:30 PM'; with plain spaces, because fonts lack the narrow ones that `Intl` writes. */
const format = (options: Intl.DateTimeFormatOptions) => (instant: string | number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant)).replaceAll(/\s/g, ' ');

export const formatDateTime = format({ dateStyle: 'medium', timeStyle: 'short' });
export const formatDate = format({ dateStyle: 'medium' });
const formatUtcMonth = format({ month: 'long', year: 'numeric' });

/** '2026-03' → 'March 2026'. */
export const formatMonth = (month: string): string => formatUtcMonth(`${month}-15T00:00:00.000Z`, 'UTC');
