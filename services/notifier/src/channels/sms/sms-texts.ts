import { brand, formatPhone, PHONE_CODE_MINUTES, truncate } from '@desk/contracts';
import { toSingleLine } from '../../templates/format.js';
import type { LeadSale } from '../channel.js';

/** The GSM 7-bit alphabet (3GPP TS 23.038). One other character would make carriers send a text as UCS-2, in more parts. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each takes two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

const SPELLINGS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '\u02bb': "'", // the Hawaiian ʻokina
  '\u02bc': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u2010': '-',
  '\u2011': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ı: 'i',
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

/** Keeps the longest text that we send within two segments. */
const MAX_NAME_LENGTH = 24;

const GENERATION = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/** Margaret Anne Ellison Jr. → Margaret E. */
export function toShortName(fullName: string): string {
  const [first = '', ...others] = toSingleLine(fullName).split(' ');
  const last = others.findLast((word) => !GENERATION.test(word));
  const initial = /\p{L}\p{M}*/u.exec(last ?? '')?.[0];
  return [truncate(first, MAX_NAME_LENGTH, ''), ...(initial === undefined ? [] : [`${initial}.`])].join(' ');
}

/** Contains what is needed to call, and a link to the rest. Nothing else about the person leaves the system by SMS. */
export function renderLeadText({ leadId, lead }: LeadSale, { publicUrl }: { publicUrl: string }): string {
  const name = toShortName(lead.fullName);
  const facts = `${name}, ${formatPhone(lead.phone)}, ${lead.state}, age ${lead.ageRange}, ${lead.leadType}`;
  const link = new URL(`/leads/${leadId}`, publicUrl).href;
  return toGsm7(`${brand}: New lead ${facts}. ${link} Reply STOP to opt out`);
}

export const renderCodeText = (code: string): string =>
  `${brand}: Your code is ${code}. It is valid for ${PHONE_CODE_MINUTES} minutes. If you didn't ask for it, ignore this text. Reply STOP to opt out`;

/** The one text that may follow an opt-out (47 CFR 64.1200(a)(12)): it confirms, and promotes nothing. */
export const renderStoppedText = (publicUrl: string): string =>
  toGsm7(
    `${brand}: You get no more texts from us. If that is not what you meant, reply START and resume texts at ${new URL('/integrations', publicUrl).href}`,
  );

export const renderHelpText = (publicUrl: string): string =>
  toGsm7(
    `${brand}: We text you about each lead you buy. Help: ${new URL('/contact', publicUrl).href} Message and data rates may apply. Reply STOP to opt out`,
  );
