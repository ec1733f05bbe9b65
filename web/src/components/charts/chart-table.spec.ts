import { expect, it } from '@jest/globals';
import { type ChartTable, formatCell, toTableCsv } from './chart-table';

it('formatCell shows each kind of value as pages do', () => {
  expect(formatCell('count', 1_204)).toBe('1,204');
  expect(formatCell('money', 96_050)).toBe('$960.50');
  expect(formatCell('share', 0.125)).toBe('13%');
  expect(formatCell('text', 'Texas')).toBe('Texas');
  expect(formatCell('day', '2026-11-24')).toBe('Nov 24, 2026');
  expect(formatCell('money', null)).toBe('-');
  expect(formatCell('money', -8_000)).toBe('-$80');
  expect(formatCell('duration', 1_500)).toBe('1.5 s');
  expect(formatCell('duration', Infinity)).toBe('Over 1 d');
});

it('toTableCsv has the rows of the table, with numbers that can be calculated with', () => {
  const table: ChartTable = {
    columns: [
      { header: 'Type', kind: 'text' },
      { header: 'Leads', kind: 'count' },
      { header: 'Spent', kind: 'money' },
      { header: 'Share', kind: 'share' },
      { header: 'First', kind: 'day' },
      { header: 'Median', kind: 'duration' },
    ],
    rows: [
      { key: 'a', cells: ['MYGA', 1_204, 9_632_000, 0.125, '2026-11-24', 300], to: '/dashboard' },
      { key: 'b', cells: ['=1+1', 0, null, null, null, null] },
      { key: 'c', cells: ['Fixed', 0, -8_000, 0, null, Infinity] },
    ],
  };
  expect(toTableCsv(table)).toBe(
    "\u{FEFF}Type,Leads,Spent (USD),Share,First,Median (ms)\r\nMYGA,1204,96320.00,12.5%,2026-11-24,300\r\n'=1+1,0,,,,\r\nFixed,0,-80.00,0%,,over a day\r\n",
  );
});
