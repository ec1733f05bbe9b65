import type { Lead } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { findBrokenRule } from './funnel-rules.js';

const lead: Lead = {
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phone: '+12125550123',
  state: 'NY',
  zipCode: '10001',
  ageRange: '61-65',
  estimatedAssets: '$1M+',
  purchaseTimeline: '0-3 months',
  leadType: 'Fixed',
};
const noRules = { requiredFields: [], requiresConsentProof: false };

test('asks nothing more of a funnel without rules', () => {
  expect(findBrokenRule(noRules, lead)).toBeNull();
});

test('names every missing field', () => {
  const rules = { ...noRules, requiredFields: ['tcpa_text', 'reference', 'ip_address'] as const };
  expect(findBrokenRule(rules, { ...lead, consent: { ipAddress: '203.0.113.7' } })).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [
      { field: 'tcpa_text', message: 'This funnel requires this field' },
      { field: 'reference', message: 'This funnel requires this field' },
    ],
  });
});

test.each([{ trustedFormCertUrl: 'https://cert.trustedform.com/1' }, { jornayaLeadId: 'A'.repeat(36) }])(
  'accepts %j as proof of consent',
  (consent) => {
    expect(findBrokenRule({ ...noRules, requiresConsentProof: true }, { ...lead, consent })).toBeNull();
  },
);

test.each([undefined, {}, { tcpaText: 'I agree' }])('does not accept %j as proof of consent', (consent) => {
  const rules = { ...noRules, requiresConsentProof: true };
  expect(findBrokenRule(rules, consent ? { ...lead, consent } : lead)).toMatchObject({
    code: 'CONSENT_REQUIRED',
  });
});
