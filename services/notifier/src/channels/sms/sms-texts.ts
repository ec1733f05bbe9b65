import { brand, formatPhone, PHONE_CODE_MINUTES, truncate } from '@desk/contracts';
import type { LeadSale } from '../channel.js';
import { toSingleLine } from '../../templates/format.js';
import { toGsm7 } from './gsm7.js';

/** Keeps the longest text that we send within two segments. */
const MAX_NAME_LENGTH = 24;

/** Margaret Anne Ellison → Margaret E. */
export function toShortName(fullName: string): string {
  const [first = '', ...others] = toSingleLine(fullName).split(' ');
  const initial = /\p{L}\p{M}*/u.exec(others.at(-1) ?? '')?.[0];
  return [truncate(first, MAX_NAME_LENGTH, ''), ...(initial === undefined ? [] : [`${initial}.`])].join(' ');
}

/** What is needed to call, and where to read the rest. Nothing else about the person leaves the system this way. */
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
