const EMAIL = /[^\s@<>"'=(,:]+@[^\s@<>"')\],]+\.[a-z]{2,}/gi;
const PHONE = /\+?1?[ .(-]{0,2}\d{3}[ .)-]{0,2}\d{3}[ .-]?\d{4}(?!\d)/g;

/** The last line of defence: e-mail addresses and phone numbers that a library put into its message. */
export const scrub = (text: string): string =>
  text.replaceAll(EMAIL, '[e-mail]').replaceAll(PHONE, '[phone]');

/** Properties of an error that carry codes and ids, never a person's data. */
const SAFE = [
  'code',
  'type',
  'statusCode',
  'requestId',
  'constraint',
  'table',
  'routine',
  'responseCode',
  'command',
];

/** A chain of causes may be a ring. */
const DEEPEST_CAUSE = 5;

/**
 * An error as it may be logged: no query parameters, no bodies, no addresses. The texts of database errors quote
 * values, so only their codes are kept.
 */
export function serializeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? scrub(error) : typeof error };
  const source = 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
  const isDatabase = source !== error || ('severity' in error && 'routine' in error);
  const safe = SAFE.flatMap((key): [string, string | number][] => {
    const value = (source as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string') return [[key, value.replaceAll(EMAIL, '[e-mail]')]];
    return typeof value === 'number' ? [[key, value]] : [];
  });
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: isDatabase ? 'database error' : scrub(error.message),
    ...Object.fromEntries(safe),
    stack: frames.slice(0, 12).join('\n'),
    ...(error.cause === undefined || depth >= DEEPEST_CAUSE
      ? {}
      : { cause: serializeError(error.cause, depth + 1) }),
  };
}
