import { expect, it } from '@jest/globals';
import { type ChartTable, formatCell, toTableCsv } from './chart-table';

it('formatCell shows each kind of value as pages do', () => {
  expect(formatCell('count', 1_204)).toBe('1,204');
  expect(formatCell('money', 96_050)).toBe('$960.50');
  expect(formatCell('share', 0.125)).toBe('13%');
  expect(formatCell('text', 'Texas')).toBe('Texas');
  expect(formatCell('day', '2026-11-24')).toBe('Nov 24, 2026');
  expect(formatCell('money', null)).toBe('-');
});

it('toTableCsv has the rows of the table, with numbers that can be calculated with', () => {
  const table: ChartTable = {
    columns: [
      { header: 'Type', kind: 'text' },
      { header: 'Leads', kind: 'count' },
      { header: 'Spent', kind: 'money' },
      { header: 'Share', kind: 'share' },
      { header: 'First', kind: 'day' },
    ],
    rows: [
      { key: 'a', cells: ['MYGA', 1_204, 9_632_000, 0.125, '2026-11-24'], to: '/dashboard' },
      { key: 'b', cells: ['=1+1', 0, null, null, null] },
    ],
  };
  expect(toTableCsv(table)).toBe(
    "\u{FEFF}Type,Leads,Spent (USD),Share,First\r\nMYGA,1204,96320.00,12.5%,2026-11-24\r\n'=1+1,0,,,\r\n",
  );
});
