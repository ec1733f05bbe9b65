import { consentFieldEntries, type Lead } from '@desk/contracts';
import { toPlainText, toSingleLine } from './format.js';
import type { DetailRow } from './mail.js';

/** Links https URLs only; anything else that a funnel sent is shown as text. */
const toLink = (text: string): { href?: string } =>
  URL.canParse(text) && new URL(text).protocol === 'https:' ? { href: new URL(text).href } : {};

/** Returns the proof that the consumer asked to be contacted. */
export function toConsentDetails(consent: Lead['consent']): DetailRow[] {
  const rows = consentFieldEntries
    .map(([name, { label, isLongText, isUrl }]): DetailRow => {
      const text = consent?.[name] ?? '';
      const value = isLongText ? toPlainText(text) : toSingleLine(text);
      return { label, value, ...(isUrl ? toLink(value) : {}) };
    })
    .filter(({ value }) => value !== '');
  return rows.length > 0
    ? rows
    : [{ label: 'Consent', value: "The funnel didn't send a consent record with this lead." }];
}
