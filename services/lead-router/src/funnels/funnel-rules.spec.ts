import type { Lead } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { assertMeets } from './funnel-rules.js';

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
  expect(() => assertMeets(noRules, lead)).not.toThrow();
});

test('names every missing field', () => {
  const rules = { ...noRules, requiredFields: ['tcpa_text', 'reference', 'ip_address'] as const };
  expect(() => assertMeets(rules, { ...lead, consent: { ipAddress: '203.0.113.7' } })).toThrow(
    expect.objectContaining({
      code: 'INVALID_REQUEST',
      fields: [
        { field: 'tcpa_text', message: 'This funnel requires this field' },
        { field: 'reference', message: 'This funnel requires this field' },
      ],
    }),
  );
});

test.each([{ trustedFormCertUrl: 'https://cert.trustedform.com/1' }, { jornayaLeadId: 'A'.repeat(36) }])(
  'takes %j as proof of consent',
  (consent) => {
    expect(() => assertMeets({ ...noRules, requiresConsentProof: true }, { ...lead, consent })).not.toThrow();
  },
);

test.each([undefined, {}, { tcpaText: 'I agree' }])('takes %j for no proof of consent', (consent) => {
  expect(() =>
    assertMeets({ ...noRules, requiresConsentProof: true }, consent ? { ...lead, consent } : lead),
  ).toThrow(expect.objectContaining({ code: 'CONSENT_REQUIRED' }));
});
