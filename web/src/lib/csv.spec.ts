import { expect, it } from '@jest/globals';
import { toCsv } from './csv';

const read = (...cells: string[]): string => toCsv([cells]).slice(1);

it('begins with a byte order mark and ends each row with CRLF', () => {
  expect(
    toCsv([
      ['Day', 'Leads'],
      ['2026-11-24', '12'],
    ]),
  ).toBe('\u{FEFF}Day,Leads\r\n2026-11-24,12\r\n');
});

it('quotes cells with commas, quotes and line breaks', () => {
  expect(read('Tue, Nov 24', 'a "b"', 'one\ntwo', 'plain')).toBe(
    '"Tue, Nov 24","a ""b""","one\ntwo",plain\r\n',
  );
});

it('puts an apostrophe before what a spreadsheet would calculate', () => {
  expect(read('=1+1', '+1', '-1', '@a', '\t=1', '1-2')).toBe("'=1+1,'+1,'-1,'@a,'\t=1,1-2\r\n");
  expect(read('=A1,B1')).toBe(`"'=A1,B1"\r\n`);
});

it('leaves negative amounts as numbers', () => {
  expect(read('-80.00', '-80.00+1', '-1.5')).toBe("-80.00,'-80.00+1,'-1.5\r\n");
});
