import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

/** The addresses that the mailer accepts: no name, no quotes, and an ASCII domain. */
export const MAILBOX_ADDRESS = /^[^\s<>@,;"]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
const INVALID = 'Invalid email address';

/** A dot-atom of RFC 5322 with the letters of RFC 6532, without characters that break mail systems. */
const LOCAL = /^[\p{L}\p{M}\p{N}_'+&=/~#!$*-]+(?:\.[\p{L}\p{M}\p{N}_'+&=/~#!$*-]+)*$/u;
/** What programs write for a missing value, or for a hidden one. `nan@` and `_@` may be somebody's. */
const WRITTEN_BY_PROGRAM = /^(?:undefined|null|\*+)$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
/** `Walter Hays <walter@example.com>`, as mail programs copy it. */
const NAMED = /^[^<>]*<([^<>]+)>$/;

/**
 * Reads an email address and returns it in lower case. Accepts `mailto:` and `Name <address>`, and drops punctuation
 * after an address in a sentence: a period, comma, colon or semicolon.
 */
export const readEmail = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    if (line.length > 2 * EMAIL_MAX) return refuse(INVALID);
    const address = unwrap(line).toLowerCase();
    return isEmail(address) ? address : refuse(INVALID);
  });

function unwrap(line: string): string {
  const address = (NAMED.exec(line)?.[1] ?? line).trim().replace(/^mailto: ?/i, '');
  let end = address.length;
  while (end > 0 && '.,;: '.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const labels = address.slice(at + 1).split('.');
  return (
    address.length <= EMAIL_MAX &&
    local.length <= LOCAL_MAX &&
    LOCAL.test(local) &&
    !WRITTEN_BY_PROGRAM.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}
