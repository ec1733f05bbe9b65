import { expect, it } from '@jest/globals';
import { listPath } from './list-path';

it('escapes values', () => {
  expect(listPath({ from: '2026-11-01', to: '2026-11-30', assetBand: '$1M+', ageRange: '76+' })).toBe(
    '/dashboard?from=2026-11-01&to=2026-11-30&assetBand=%241M%2B&ageRange=76%2B#recent-leads',
  );
});
