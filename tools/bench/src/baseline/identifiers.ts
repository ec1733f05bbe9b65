/** UUIDs, hexadecimal digests, and ids of the card provider such as `pi_…`. */
const IDENTIFIER =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{32,}\b|\b(?:pi|pm|cus|seti|ch|re|evt|req)_\w{8,}\b/g;

const HEX_DIGITS = '0123456789abcdef';
const BASE_36_DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns every identifier within a value, also within arrays, objects and longer texts. */
export function identifiersIn(value: unknown): string[] {
  if (typeof value === 'string') return value.match(IDENTIFIER) ?? [];
  if (Array.isArray(value)) return value.flatMap(identifiersIn);
  if (typeof value !== 'object' || value === null || value instanceof Date || ArrayBuffer.isView(value))
    return [];
  return Object.values(value).flatMap(identifiersIn);
}

/** Returns a random identifier of the same form. */
export function similarIdentifier(identifier: string): string {
  const prefix = /^[a-z]+_/.exec(identifier)?.[0] ?? '';
  const digits = prefix === '' ? HEX_DIGITS : BASE_36_DIGITS;
  const randomize = (digit: string): string =>
    digit === '-' ? digit : digits.charAt(Math.floor(Math.random() * digits.length));
  return prefix + Array.from(identifier.slice(prefix.length), randomize).join('');
}
