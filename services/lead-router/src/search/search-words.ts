/** Words are found by their first letters, up to this many. What is typed beyond them is not compared. */
const MAX_LETTERS = 20;
/** One Latin letter or digit would find nearly every lead; one letter of other scripts may be a whole name. */
const MIN_BYTES = 2;

const APOSTROPHES = /['’‘ʼ`ʻ´′＇]/g;

/** Removes accents, case and apostrophes. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(APOSTROPHES, '')
    .normalize('NFC');

/** Splits a folded text at everything that is not a letter or digit. */
export const toWords = (folded: string): string[] =>
  folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter(isLongEnough);

const isLongEnough = (text: string): boolean => Buffer.byteLength(text) >= MIN_BYTES;

/** Returns the beginning of a word that is compared. */
export const toBeginning = (word: string): string => Array.from(word).slice(0, MAX_LETTERS).join('');

/** Returns all beginnings by which a word is found. */
export function toBeginnings(word: string): string[] {
  const letters = Array.from(word).slice(0, MAX_LETTERS);
  return letters.map((_letter, index) => letters.slice(0, index + 1).join('')).filter(isLongEnough);
}

/** A word that may also be the code of a state is found as a whole too. */
export const toWholeWord = (word: string): string => `${word} `;
