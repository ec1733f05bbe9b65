// The lookbehind starts a match at the first character of a word only. From every character, it would be quadratic.
const EMAIL = /(?<![^\s@<>"'=(,:])[^\s@<>"'=(,:]+@[^\s@<>"')\],]+\.[a-z]{2,}/gi;
const PHONE = /\+?1?[ .(-]{0,2}\d{3}[ .)-]{0,2}\d{3}[ .-]?\d{4}(?!\d)/g;

/** Removes email addresses and phone numbers that a library put into its message. The last line of defense. */
export const scrub = (text: string): string => text.replaceAll(EMAIL, '[email]').replaceAll(PHONE, '[phone]');

/** Error properties with codes and ids. An address in a mail server's `command` is replaced. */
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

/** Limit of nested causes; a chain of causes may be circular. */
const MAX_CAUSE_DEPTH = 5;
/** How many of an AggregateError's errors are described. */
const MAX_ERRORS = 5;

/**
 * Returns the loggable part of an error: no query parameters, bodies or addresses. Messages of database errors quote
 * values, so only their codes are kept.
 */
export function serializeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? scrub(error) : typeof error };
  const source = 'driverError' in error && error.driverError instanceof Error ? error.driverError : error;
  const isDatabase = source !== error || ('severity' in error && 'routine' in error);
  const safe = SAFE.flatMap((key): [string, string | number][] => {
    const value = (source as unknown as Record<string, unknown>)[key];
    if (typeof value === 'string') return [[key, value.replaceAll(EMAIL, '[email]')]];
    return typeof value === 'number' ? [[key, value]] : [];
  });
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: isDatabase ? 'database error' : scrub(error.message),
    ...Object.fromEntries(safe),
    stack: frames.slice(0, 12).join('\n'),
    ...(depth >= MAX_CAUSE_DEPTH ? {} : serializeCauses(error, depth + 1)),
  };
}

const serializeCauses = (error: Error, depth: number): Record<string, unknown> => ({
  ...(error.cause === undefined ? {} : { cause: serializeError(error.cause, depth) }),
  ...(error instanceof AggregateError
    ? { errors: error.errors.slice(0, MAX_ERRORS).map((one: unknown) => serializeError(one, depth)) }
    : {}),
});
