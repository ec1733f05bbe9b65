import { expect, test } from '@jest/globals';
import { toLiveKind } from './to-live-kind.js';

test.each([
  ['eligibility-changed', 'a', 'lead-changed'],
  ['eligibility-changed', null, 'eligibility-changed'],
  ['lead-changed', 'a', 'lead-changed'],
  ['lead-delivered', 'a', 'lead-delivered'],
  ['lead-sold', 'a', 'lead-sold'],
] as const)('%s of lead %s is announced as %s', (kind, leadId, announced) => {
  expect(toLiveKind({ kind, leadId })).toBe(announced);
});
