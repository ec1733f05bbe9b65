import {
  NOT_ALLOWED,
  readCharacters,
  refuseMeaningless,
  toLine,
  toLines,
  withoutMeaningless,
} from './characters.js';
import { hasMergeField, isMachinePlaceholder, isPlaceholder, isPlaceholderName } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

const UNFILLED = 'Contains a placeholder that was not filled in';

/** Reads one line and does not look for placeholders, for a code that has its own pattern. */
export const readPlainLine = (text: string): Reading =>
  andThen(andThen(readCharacters(text), refuseMeaningless), (read) => toLine(read) || undefined);

/** Reads a search text. Meaningless characters count as spaces. */
export const readSearch = (text: string): Reading =>
  andThen(readCharacters(text), (read) => toLine(withoutMeaningless(read, ' ')) || undefined);

/** Reads one line that people write: a company, a title, the name of a thing. */
export const readLine = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    return hasMergeField(line) ? refuse(UNFILLED) : line;
  });

/** Reads several lines. Only placeholders of programs count as empty, because a person may write a dash as a note. */
export const readNote = (text: string): Reading =>
  andThen(readCharacters(text), (read) => {
    const lines = toLines(withoutMeaningless(read, ''));
    return lines === '' || isMachinePlaceholder(lines) ? undefined : lines;
  });

const LETTER = /\p{L}/u;
const PICTOGRAPHS = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;
/** Letters, marks, digits (Henry 2nd), and the punctuation of names in every spelling. */
const NAME = /^[\p{L}\p{M}\p{N} '’‘ʼ`´"“”.,()&/·‐‑–-]+$/u;

/** Reads a person's name or a part of one. It needs a letter; emojis are left out. */
export const readName = (text: string): Reading =>
  andThen(readPlainLine(text), (plainLine) => {
    const line = toLine(plainLine.replace(PICTOGRAPHS, ''));
    const words = line.split(' ');
    if (isPlaceholderName(line) || words.every((word) => isPlaceholderName(word))) return undefined;
    if (hasMergeField(line) || words.some((word) => /^[a-z]/.test(word) && isPlaceholderName(word)))
      return refuse(UNFILLED);
    if (!LETTER.test(line)) return undefined;
    return NAME.test(line) ? line : refuse(NOT_ALLOWED);
  });
