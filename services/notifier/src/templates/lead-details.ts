import {
  detailFieldEntries,
  formatPhone,
  type Lead,
  type LeadFieldName,
  leadFieldText,
} from '@desk/contracts';
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

/** Returns a row for each lead field below the name that has a value. */
export const toLeadDetails = (lead: Lead): DetailRow[] =>
  detailFieldEntries
    .map(([name, { label }]) => toDetailRow(name, label, toSingleLine(leadFieldText(lead, name))))
    .filter(({ value }) => value !== '');
