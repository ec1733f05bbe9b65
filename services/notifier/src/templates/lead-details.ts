import {
  consentFieldEntries,
  detailFieldEntries,
  formatPhone,
  type Lead,
  type LeadFieldName,
  leadFieldText,
} from '@desk/contracts';
import { toPlainText, toSingleLine } from './format.js';
import type { DetailRow } from './mail.js';

export const toTelHref = (phone: string): string => `tel:${phone}`;
export const toMailtoHref = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

function toDetailRow(name: LeadFieldName, label: string, value: string): DetailRow {
  if (name === 'phone') return { label, value: formatPhone(value), href: toTelHref(value) };
  if (name === 'email') return { label, value, href: toMailtoHref(value) };
  return { label, value };
}

/** Returns a row for each lead field that has a value, except the name, which is the heading. */
export const toLeadDetails = (lead: Parameters<typeof leadFieldText>[0]): DetailRow[] =>
  detailFieldEntries
    .map(([name, { label }]) => toDetailRow(name, label, toSingleLine(leadFieldText(lead, name))))
    .filter(({ value }) => value !== '');

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
