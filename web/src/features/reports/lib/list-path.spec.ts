import { expect, it } from '@jest/globals';
import { listPath } from './list-path';

it('escapes values', () => {
  const path = listPath({ from: '2026-11-01', to: '2026-11-30', assetBand: '$1M+', ageRange: '76+' });
  expect(path).toBe(
    '/dashboard?from=2026-11-01&to=2026-11-30&assetBand=%241M%2B&ageRange=76%2B#recent-leads',
  );
  const { searchParams } = new URL(path, 'https://desk.example');
  expect([searchParams.get('assetBand'), searchParams.get('ageRange')]).toEqual(['$1M+', '76+']);
});
