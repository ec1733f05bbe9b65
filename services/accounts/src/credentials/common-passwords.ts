import { DomainError } from '@desk/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalizePassword } from './passwords.js';

const MESSAGE = 'This password is too common. Please choose a different one.';

/** About 49,000 passwords from known breaches, lower case, most frequent first. */
const breachedPasswords = dictionary['passwords-common'];
const breached: ReadonlySet<string> = new Set(breachedPasswords);

/** Words that people decorate with digits and symbols. A rarer word with decorations is a good enough password. */
const MAX_STEM_RANK = 5_000;
/** Missing from the list, or specific to this industry. */
const EXTRA_STEMS = [
  'abc',
  'abcd',
  'asd',
  'qwe',
  'qwer',
  'annuity',
  'annuitydesk',
  'insurance',
  'retirement',
];
const stems: ReadonlySet<string> = new Set([
  ...breachedPasswords.slice(0, MAX_STEM_RANK).filter((word) => /^[a-z]{4,}$/.test(word)),
  ...EXTRA_STEMS,
]);

const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'azertyuiopqsdfghjklmwxcvbn',
];
const LEET_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const isSequence = (text: string): boolean =>
  SEQUENCES.some(
    (sequence) => sequence.includes(text) || Array.from(sequence).toReversed().join('').includes(text),
  );

const decodeLeet = (text: string): string =>
  text.replaceAll(/[^a-z]/g, (symbol) => LEET_LETTERS[symbol] ?? symbol);

const trimNonLetters = (text: string): string => /[a-z](?:.*[a-z])?/s.exec(text)?.[0] ?? '';

/** Matches one short piece that repeats: `aaaaaaaa`, `abc1abc1abc1`. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/.test(text);

/** Matches a common word written twice: `lovelove`, `iloveyouiloveyou`. */
function isDoubledStem(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return word.length % 2 === 0 && word === half + half && stems.has(half);
}

/**
 * Whether attackers would try this password early: it was breached, is a popular word or keyboard sequence (even with
 * digits, symbols or look-alike characters added), or equals one of the user's own `personalData`.
 *
 * Takes under 0.1 ms at 128 characters. A general strength estimator takes tens of milliseconds or more at that length.
 */
export function isCommonPassword(password: string, personalData: readonly string[] = []): boolean {
  const lower = normalizePassword(password).toLowerCase();
  if (breached.has(lower) || isRepetition(lower) || isSequence(lower)) return true;
  const trimmed = trimNonLetters(lower);
  const variants = [
    lower,
    trimmed,
    decodeLeet(lower),
    decodeLeet(trimmed),
    trimNonLetters(decodeLeet(lower)),
    lower.replace(/[^a-z]/g, ''),
  ];
  const words = new Set(variants.filter((variant) => variant.length >= 3));
  if ([...words].some((word) => stems.has(word) || isDoubledStem(word))) return true;
  if (trimmed.length >= 4 && isSequence(trimmed)) return true;
  return personalData.some((text) => text.length >= 4 && text.toLowerCase() === lower);
}

/** @throws COMMON_PASSWORD for the field `password` */
export function assertNotCommonPassword(password: string, personalData: readonly string[] = []): void {
  if (isCommonPassword(password, personalData))
    throw new DomainError('COMMON_PASSWORD', { fields: [{ field: 'password', message: MESSAGE }] });
}
