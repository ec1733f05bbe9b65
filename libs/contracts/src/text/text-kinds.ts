import { readEmail } from './email.js';
import { readIpAddress, readUrl } from './internet.js';
import { readUsPhone } from './phone.js';
import { readZipCode } from './places.js';
import { readCode, readLine, readName, readNote } from './plain.js';
import type { Reading } from './reading.js';

/** Passwords and signatures are used as they were typed. What is no text at all is refused. */
const readSecret = (text: string): Reading =>
  text.isWellFormed() ? text : { refusal: 'Contains characters that are not valid Unicode' };

/** How a text is read, by what it means. Every text that somebody sends has one of these kinds. */
export const textKinds = {
  name: readName,
  line: readLine,
  note: readNote,
  email: readEmail,
  phone: readUsPhone,
  zip: readZipCode,
  url: readUrl,
  ip: readIpAddress,
  /** Ids, tokens, dates and choices, which a pattern or a list checks further; what people search for. */
  code: readCode,
  secret: readSecret,
} as const satisfies Record<string, (text: string) => Reading>;

export type TextKind = keyof typeof textKinds;
