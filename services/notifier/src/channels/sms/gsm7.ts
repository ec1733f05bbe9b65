/** The GSM 7-bit alphabet (3GPP TS 23.038). One other character would make carriers send a text as UCS-2, in more parts. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SPELLINGS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  þ: 'th',
  Þ: 'Th',
  œ: 'oe',
  Œ: 'OE',
};

const isInAlphabet = (character: string): boolean => BASIC.has(character) || EXTENDED.has(character);

function toAlphabet(character: string): string {
  if (isInAlphabet(character)) return character;
  const spelling = SPELLINGS[character];
  if (spelling !== undefined) return spelling;
  const [base = ''] = character.normalize('NFKD');
  return isInAlphabet(base) ? base : '?';
}

/** Replaces what the alphabet lacks: letters lose their accents, and what has no equivalent becomes a question mark. */
export const toGsm7 = (text: string): string => Array.from(text.normalize('NFC'), toAlphabet).join('');
