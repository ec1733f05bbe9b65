import { expect, it } from '@jest/globals';
import { toCsv } from './csv';

const toCsvRow = (...cells: string[]): string => toCsv([cells]).slice(1);

it('begins with a byte order mark and ends each row with CRLF', () => {
  expect(
    toCsv([
      ['Day', 'Leads'],
      ['2026-11-24', '12'],
    ]),
  ).toBe('\u{FEFF}Day,Leads\r\n2026-11-24,12\r\n');
});

it('quotes cells with commas, quotes and line breaks', () => {
  expect(toCsvRow('Tue, Nov 24', 'a "b"', 'one\ntwo', 'plain')).toBe(
    '"Tue, Nov 24","a ""b""","one\ntwo",plain\r\n',
  );
});

it('puts an apostrophe before formulas', () => {
  expect(toCsvRow('=1+1', '+1', '-1', '@a', '\t=1', '1-2')).toBe("'=1+1,'+1,'-1,'@a,'\t=1,1-2\r\n");
  expect(toCsvRow('=A1,B1')).toBe(`"'=A1,B1"\r\n`);
});

it('leaves negative amounts with two decimals as numbers', () => {
  expect(toCsvRow('-80.00', '-80.00+1', '-1.5')).toBe("-80.00,'-80.00+1,'-1.5\r\n");
});
