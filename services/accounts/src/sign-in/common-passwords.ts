import { DomainError } from '@desk/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const MESSAGE = 'This password is too common. Please choose another one.';

/** Some 49,000 passwords of known breaches, the most used first, all lower case. */
const breached = dictionary['passwords-common'];
const breachedSet: ReadonlySet<string> = new Set(breached);

/** So many are words that people dress up; further down the list dressing up makes something of its own. */
const MOST_USED = 5_000;
/** What the list lacks, and the words of this trade. */
const OWN_STEMS = ['abc', 'abcd', 'asd', 'qwe', 'qwer', 'annuity', 'annuitydesk', 'insurance', 'retirement'];
const stems: ReadonlySet<string> = new Set([
  ...breached.slice(0, MOST_USED).filter((word) => /^[a-z]{4,}$/.test(word)),
  ...OWN_STEMS,
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
const LEET: Readonly<Record<string, string>> = {
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

const isRun = (text: string): boolean =>
  SEQUENCES.some((row) => row.includes(text) || Array.from(row).toReversed().join('').includes(text));

const undisguised = (text: string): string => text.replaceAll(/[^a-z]/g, (sign) => LEET[sign] ?? sign);

const withoutEnds = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');

/** One short piece again and again: `aaaaaaaa`, `abc1abc1abc1`. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/.test(text);

/**
 * Whether it is on the list of breached passwords, or is a word or run of keys that everybody uses, however it is
 * dressed up with digits, signs and look-alike characters, or the person's own data.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  if (breachedSet.has(lower) || isRepetition(lower) || isRun(lower)) return true;
  const stripped = withoutEnds(lower);
  const forms = [
    lower,
    stripped,
    undisguised(lower),
    undisguised(stripped),
    withoutEnds(undisguised(lower)),
    lower.replace(/[^a-z]/g, ''),
  ];
  const words = new Set(forms.filter((form) => form.length >= 3));
  if ([...words].some((word) => stems.has(word) || isDoubled(word))) return true;
  if (stripped.length >= 4 && isRun(stripped)) return true;
  return own.some((text) => text.length >= 4 && text.toLowerCase() === lower);
}

/** `lovelove`, `iloveyouiloveyou`. */
function isDoubled(word: string): boolean {
  const half = word.slice(0, word.length / 2);
  return word.length % 2 === 0 && word === half + half && stems.has(half);
}

/** Throws COMMON_PASSWORD, with the field. */
export function refuseCommonPassword(password: string, own: readonly string[] = []): void {
  if (isCommonPassword(password, own))
    throw new DomainError('COMMON_PASSWORD', { fields: [{ field: 'password', message: MESSAGE }] });
}
