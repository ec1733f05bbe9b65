import { NOT_ALLOWED } from './characters.js';
import { readEmail } from './email.js';
import { readUsPhone } from './phone.js';
import { readPlainLine, readLine, readName, readNote, readSearch } from './plain.js';
import { type Reading, refuse } from './reading.js';

/** Leaves the text as it is. Only NUL and unpaired surrogates are refused. */
const readVerbatim = (text: string): Reading =>
  text.isWellFormed() && !text.includes('\0') ? text : refuse(NOT_ALLOWED);

/** How each kind of text is read. Every text that a caller sends has one of these kinds. */
export const textKinds = {
  name: readName,
  line: readLine,
  note: readNote,
  email: readEmail,
  phone: readUsPhone,
  search: readSearch,
  /** Ids, tokens, dates and choices, which a pattern or a list checks further. */
  code: readPlainLine,
  /** A password. */
  secret: readVerbatim,
  /** Text in a language of programs, such as JSON. */
  verbatim: readVerbatim,
} as const satisfies Record<string, (text: string) => Reading>;

export type TextKind = keyof typeof textKinds;
