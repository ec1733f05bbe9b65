import { formatPhone, type Lead, leadFieldEntries, type LeadFieldName, leadFieldText } from '@desk/contracts';
import { toSingleLine } from './format.js';
import type { DetailRow } from './mail.js';

export const toTelHref = (phone: string): string => `tel:${phone}`;
export const toMailtoHref = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

function toDetailRow(name: LeadFieldName, label: string, value: string): DetailRow {
  if (name === 'phone') return { label, value: formatPhone(value), href: toTelHref(value) };
  if (name === 'email') return { label, value, href: toMailtoHref(value) };
  return { label, value };
}

/** Returns a row for each lead field that has a value. Leaves out the name, which is the heading. */
export const toLeadDetails = (lead: Lead): DetailRow[] =>
  leadFieldEntries
    .filter(([name]) => name !== 'fullName')
    .map(([name, { label }]) => toDetailRow(name, label, toSingleLine(leadFieldText(lead, name))))
    .filter(({ value }) => value !== '');
