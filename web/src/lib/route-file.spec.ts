import { expect, it } from '@jest/globals';

import { parseFilename, routeFile } from './route-file';

it('links to the file', () => {
  expect(routeFile('exportLeads', { query: { search: 'ca', days: '7' } }).href).toBe(
    '/api/leads/export?days=7',
  );
  expect(routeFile('downloadDocument', { params: { documentId: 'a' } }).href).toBe(
    '/api/billing/documents/a/pdf',
  );
});

it.each([
  ['attachment; filename="leads-2026-01-05.csv"', 'leads-2026-01-05.csv'],
  ['attachment; filename=receipt-R-000042.pdf', 'receipt-R-000042.pdf'],
  ['attachment', 'download'],
  [null, 'download'],
])('reads the name in %s', (header, name) => {
  expect(parseFilename(header)).toBe(name);
});
