import {
  type Disposition,
  type exportSoldLeads,
  formatPhone,
  leadFieldEntries,
  leadFieldText,
  type ResponseOf,
  toDecimal,
  toNameParts,
} from '@desk/contracts';
import { stringify, type Stringifier } from 'csv-stringify';

export type ExportedLead = ResponseOf<typeof exportSoldLeads>['leads'][number];

const dispositionLabels: Readonly<Record<Disposition, string>> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment',
  won: 'Won',
  lost: 'Lost',
};

/** Adds first and last name, which CRMs expect. */
const toRow = (lead: ExportedLead): ExportedLead => ({ ...lead, ...toNameParts(lead) });

/** Omits the leading `+`, which would make the cell look like a formula and add an apostrophe. */
const phoneCell = (phone: string): string => formatPhone(phone).replace(/^\+/, '');

/**
 * Writes leads as a spreadsheet, with times in the agent's time zone. Cells are trimmed, and one that starts like a
 * formula gets an apostrophe: the text comes from strangers.
 */
export function leadsCsv(timeZone: string): {
  readonly sheet: Stringifier;
  readonly row: (lead: ExportedLead) => string[];
} {
  // The Swedish locale writes ISO 8601, which every spreadsheet reads as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const time = (instant: string | null): string => (instant === null ? '' : format.format(new Date(instant)));
  const columns: readonly (readonly [heading: string, cell: (lead: ExportedLead) => string])[] = [
    ...leadFieldEntries.map(
      ([name, { label }]) =>
        [
          label,
          (lead: ExportedLead) =>
            name === 'phone' ? phoneCell(lead.phone) : leadFieldText(toRow(lead), name),
        ] as const,
    ),
    ['Price', (lead) => toDecimal(lead.amountCents)],
    [`Bought (${timeZone})`, (lead) => time(lead.soldAt)],
    [`Delivered (${timeZone})`, (lead) => time(lead.deliveredAt)],
    ['Status', (lead) => dispositionLabels[lead.disposition]],
    [`Call back (${timeZone})`, (lead) => time(lead.remindAt)],
    [`Appointment (${timeZone})`, (lead) => time(lead.appointmentAt)],
    ['Commission', (lead) => (lead.commissionCents === null ? '' : toDecimal(lead.commissionCents))],
    ['Notes', (lead) => lead.notes],
    ['Lead ID', (lead) => lead.id],
  ];
  return {
    sheet: stringify({
      header: true,
      columns: columns.map(([heading]) => heading),
      bom: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      // Off by default with a custom delimiter: a line break in a note would start a row, and perhaps a formula.
      quote_record_delimiter: true,
    }),
    row: (lead) => columns.map(([, cell]) => cell(lead).trim()),
  };
}
