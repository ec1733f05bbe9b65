import {
  complaints,
  endingVerbs,
  fillers,
  harmlessPhrases,
  helpMessages,
  messageWords,
  startMessages,
  stopPhrases,
  stopSigns,
  stopWords,
  twilioStopWords,
  weakStopWords,
} from './opt-out-words.values.js';

/** The longest message that Twilio delivers. */
const MAX_LENGTH = 1_600;

/**
 * Lower case without accents, apostrophes and invisible characters. Hyphens and underscores become spaces, stop signs
 * become `stop`.
 */
function fold(body: string): string {
  const text = stopSigns.reduce(
    (result, sign) => result.replaceAll(sign, ' stop '),
    body.slice(0, MAX_LENGTH),
  );
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
    .replaceAll(/[\p{Pd}_]/gu, ' ')
    .toLowerCase();
}

/** `stooop` and `st0p` become `stop`. */
const foldWord = (word: string): string =>
  word.replaceAll(/(\p{L})\1{2,}/gu, '$1').replaceAll(/(?<=\p{L})0(?=\p{L})/gu, 'o');

const toWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(foldWord);

/** Joins the words if all are single letters: `s t o p`. */
const joinLetters = (all: readonly string[]): readonly string[] =>
  all.length > 1 && all.every((word) => word.length === 1) ? [all.join('')] : all;

/** Removes phrases that only look like a wish to end texts. No phrase spans punctuation. */
const withoutHarmless = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}\s]+/u)
    .map((clause) =>
      harmlessPhrases.reduce(
        (rest, phrase) => rest.replaceAll(` ${phrase} `, ' - '),
        ` ${toWords(clause).join(' ')} `,
      ),
    )
    .join(' ');

/** `stoptexting`, `pleasestop`. */
function isJoinedStop(word: string): boolean {
  const rest = word.startsWith('stop') ? word.slice(4) : word.endsWith('stop') ? word.slice(0, -4) : '';
  return rest.length > 1 && (fillers.has(rest) || messageWords.has(rest));
}

const isStopWord = (word: string): boolean =>
  stopWords.has(word) || word.startsWith('unsub') || isJoinedStop(word);

/** Whether a verb such as "quit" is followed by what is to end, at most with fillers in between. */
const endsMessages = (all: readonly string[]): boolean =>
  all.some((word, index) => {
    if (!endingVerbs.has(word)) return false;
    const next = all.slice(index + 1).find((other) => !fillers.has(other));
    return next !== undefined && messageWords.has(next);
  });

/** Whether the message contains one of the phrases. The last word may be a stem: `no me envi` for `no me envien`. */
const hasPhrase = (all: readonly string[], phrases: readonly string[]): boolean => {
  const message = ` ${all.join(' ')}`;
  return phrases.some((phrase) => message.includes(` ${phrase}`));
};

function isStop(text: string): boolean {
  if (hasPhrase(toWords(text), complaints)) return true;
  const all = joinLetters(toWords(withoutHarmless(text)));
  if (all.some(isStopWord) || endsMessages(all)) return true;
  if (hasPhrase(all, stopPhrases)) return true;
  return (
    all.some((word) => weakStopWords.has(word)) &&
    all.every((word) => weakStopWords.has(word) || fillers.has(word) || messageWords.has(word))
  );
}

/**
 * Reads what a reply asks for. Anything that a reasonable person might mean as a wish to end the texts counts as one.
 * A misreading does little harm: the sender gets a confirmation, and START undoes it. Resuming and help need the word
 * alone.
 */
export function readKeyword(body: string): 'stop' | 'start' | 'help' | undefined {
  const text = fold(body);
  const message = toWords(text).join(' ');
  if (startMessages.has(message)) return 'start';
  if (helpMessages.has(message)) return 'help';
  return isStop(text) ? 'stop' : undefined;
}

/** Whether Twilio itself answers this message, and does not deliver our reply. */
export const isAnsweredByTwilio = (body: string): boolean => twilioStopWords.has(body.trim().toLowerCase());
