const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a time that exists, as `Date.prototype.toISOString` writes it. PostgreSQL has no year 0. */
export function isInstant(text: string): boolean {
  if (text.length !== 24 || !INSTANT.test(text) || text.startsWith('0000')) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Whether a text is a day that exists: `2026-03-31`. */
export const isIsoDate = (text: string): boolean =>
  text.length === 10 && DAY.test(text) && isInstant(`${text}T00:00:00.000Z`);
