import { describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { type ExportedLead, leadsCsv } from './leads-csv.js';

const lead: ExportedLead = {
  id: '11111111-1111-4111-8111-111111111111',
  fullName: 'Rosa Valdez',
  email: 'rosa@example.com',
  phone: '+12125553001',
  state: 'NY',
  zipCode: '02134',
  ageRange: '66-70',
  estimatedAssets: '$1M+',
  purchaseTimeline: '0-3 months',
  leadType: 'Fixed',
  amountCents: 8_000,
  soldAt: '2026-01-05T14:30:00.000Z',
  deliveredAt: null,
  refundedAt: null,
  disposition: 'won',
  remindAt: null,
  appointmentAt: null,
  commissionCents: null,
  version: 1,
  notes: '',
};

async function csv(...leads: ExportedLead[]): Promise<string> {
  const { sheet, row } = leadsCsv('America/New_York');
  leads.forEach((one) => sheet.write(row(one)));
  sheet.end();
  return (await buffer(sheet)).toString();
}
/** Splits a sheet without quoted cells. */
const toRows = (sheet: string): string[][] => sheet.split('\r\n').map((line) => line.split(','));

describe('leadsCsv', () => {
  it('writes a row per lead, with local times and national phone numbers', async () => {
    const [headings = [], cells = [], ...rest] = toRows(await csv(lead));
    expect(rest).toEqual([['']]);
    expect(cells).toHaveLength(headings.length);
    expect(Object.fromEntries(headings.map((heading, column) => [heading, cells[column]]))).toMatchObject({
      '\uFEFFName': 'Rosa Valdez',
      Email: 'rosa@example.com',
      Phone: '(212) 555-3001',
      State: 'NY',
      'ZIP code': '02134',
      'Age range': '66-70',
      'Estimated assets': '$1M+',
      'Purchase timeline': '0-3 months',
      'Lead type': 'Fixed',
      Price: '80.00',
      'Bought (America/New_York)': '2026-01-05 09:30:00',
      'Delivered (America/New_York)': '',
      Status: 'Won',
      'Call back (America/New_York)': '',
      'Appointment (America/New_York)': '',
      Commission: '',
      Notes: '',
      'Lead ID': lead.id,
    });
  });

  it('writes the plans in local time and the commission in dollars, between status and notes', async () => {
    const planned = {
      ...lead,
      remindAt: '2026-03-31T19:00:00.000Z',
      appointmentAt: '2026-04-01T14:30:00.000Z',
      commissionCents: 250_050,
    };
    expect(await csv(planned)).toContain(',Won,2026-03-31 15:00:00,2026-04-01 10:30:00,2500.50,,');
    expect(await csv({ ...lead, commissionCents: 0 })).toContain(',Won,,,0.00,,');
  });

  it('writes the headings even without leads', async () => {
    const [headings] = toRows(await csv(lead));
    expect(toRows(await csv())).toEqual([headings, ['']]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\uFF1D1'])(
    'neutralizes the formula %j in any cell',
    async (formula) => {
      const sheet = await csv({ ...lead, fullName: formula, notes: formula });
      const [, cells = ''] = sheet.split('\r\n');
      expect(cells.startsWith(`'${formula.trim()},`)).toBe(true);
      expect(cells).toContain(`,Won,,,,'${formula.trim()},`);
    },
  );

  it.each([
    ['said "later", then', '"said ""later"", then"'],
    ['one\n=two', '"one\n=two"'],
    ['one\r=two', '"one\r=two"'],
    ['one\r\n=two', '"one\r\n=two"'],
  ])('keeps %j in one cell', async (notes, cell) => {
    expect(await csv({ ...lead, notes })).toContain(`,Won,,,,${cell},${lead.id}\r\n`);
  });
});
