import { type exportSoldLeads, type Disposition, type ResponseOf, toDecimal } from '@desk/contracts';
import { stringify, type Stringifier } from 'csv-stringify';

export type ExportedLead = ResponseOf<typeof exportSoldLeads>['leads'][number];

const dispositions: Readonly<Record<Disposition, string>> = {
  new: 'New',
  contacted: 'Contacted',
  appointment: 'Appointment',
  won: 'Won',
  lost: 'Lost',
};

/** As people write it: with the `+` of +12125550123 it would be taken for a formula and get an apostrophe. */
const nationalPhone = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3').replace(/^\+/, '');

/**
 * A spreadsheet of leads. No text of strangers is taken for a formula there: what begins like one gets an apostrophe,
 * also behind white space, which is taken away. Times are those of the agent's own clock.
 */
export function leadsCsv(timeZone: string): {
  readonly sheet: Stringifier;
  readonly row: (lead: ExportedLead) => string[];
} {
  // Swedish dates are ISO 8601's, which every spreadsheet reads as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const time = (instant: string | null): string => (instant === null ? '' : format.format(new Date(instant)));
  const columns: readonly (readonly [heading: string, cell: (lead: ExportedLead) => string])[] = [
    ['Name', (lead) => lead.fullName],
    ['Email', (lead) => lead.email],
    ['Phone', (lead) => nationalPhone(lead.phone)],
    ['State', (lead) => lead.state],
    ['ZIP code', (lead) => lead.zipCode],
    ['Age range', (lead) => lead.ageRange],
    ['Estimated assets', (lead) => lead.estimatedAssets],
    ['Timeline', (lead) => lead.purchaseTimeline],
    ['Type', (lead) => lead.leadType],
    ['Price', (lead) => toDecimal(lead.amountCents)],
    [`Bought (${timeZone})`, (lead) => time(lead.soldAt)],
    [`Delivered (${timeZone})`, (lead) => time(lead.deliveredAt)],
    ['Status', (lead) => dispositions[lead.disposition]],
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
      // Not so by default with a delimiter of one's own: a line in a note would be a row, and might be a formula.
      quote_record_delimiter: true,
    }),
    row: (lead) => columns.map(([, cell]) => cell(lead).trim()),
  };
}
