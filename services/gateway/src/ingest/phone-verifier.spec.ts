import { expect, it } from '@jest/globals';
import type { Lead, lookUpPhone, ResponseOf } from '@desk/contracts';
import type { OptionalQuery } from '../http/optional-query.js';
import { LOOKUP_TIMEOUT_MS, PhoneVerifier, toPhoneCheck } from './phone-verifier.js';

const lead: Lead = {
  fullName: 'Margaret Ellison',
  email: 'margaret.ellison@example.com',
  phone: '+15125550142',
  state: 'TX',
  zipCode: '78701',
  ageRange: '61-65',
  estimatedAssets: '$250K-$500K',
  purchaseTimeline: '0-3 months',
  leadType: 'Indexed',
};

/** Creates a verifier whose look-ups all return `answer`. Null stands for a timeout. */
function verifierOf(answer: ResponseOf<typeof lookUpPhone> | null) {
  const requests: unknown[] = [];
  const queries = {
    fetch: (_command: unknown, request: unknown, timeoutMs: number) => {
      requests.push({ request, timeoutMs });
      return Promise.resolve(answer);
    },
  };
  return { verifier: new PhoneVerifier(queries as unknown as OptionalQuery), requests };
}

it('sends no command for a funnel whose numbers are not looked up', async () => {
  const { verifier, requests } = verifierOf({ found: { isValid: false, lineType: null } });
  expect(await verifier.verify(lead, 'off')).toBe(lead);
  expect(requests).toEqual([]);
});

it('adds what was found, and limits how long it waits', async () => {
  const { verifier, requests } = verifierOf({ found: { isValid: true, lineType: 'mobile' } });
  expect(await verifier.verify(lead, 'required')).toEqual({
    ...lead,
    phoneCheck: 'Verified mobile',
  });
  expect(requests).toEqual([{ request: { phone: lead.phone }, timeoutMs: LOOKUP_TIMEOUT_MS }]);
});

it('rejects an invalid number only if the funnel requires valid ones', async () => {
  const { verifier } = verifierOf({ found: { isValid: false, lineType: null } });
  expect(await verifier.verify(lead, 'optional')).toEqual({ ...lead, phoneCheck: 'Not verified' });
  expect(await verifier.verify(lead, 'required')).toBeNull();
});

it.each([
  ['no answer', null],
  ['no provider', { found: null }],
] as const)(
  'accepts a lead as not verified after %s, and makes no look-ups for a while',
  async (_what, answer) => {
    const { verifier, requests } = verifierOf(answer);
    for (let count = 0; count < 10; count += 1)
      expect(await verifier.verify(lead, 'required')).toEqual({ ...lead, phoneCheck: 'Not verified' });
    expect(requests).toHaveLength(3);
  },
);

it.each([
  ['mobile', 'Verified mobile'],
  ['landline', 'Verified landline'],
  ['fixedVoip', 'Verified VoIP'],
  ['nonFixedVoip', 'Verified VoIP'],
  ['tollFree', 'Verified, other line'],
  ['constructor', 'Verified, other line'],
  ['unknown', 'Not verified'],
  [null, 'Not verified'],
] as const)('a valid number with line type %s is: %s', (lineType, check) => {
  expect(toPhoneCheck({ isValid: true, lineType })).toBe(check);
});

it('a number that is not valid, or was not looked up, is not verified', () => {
  expect(toPhoneCheck({ isValid: false, lineType: 'mobile' })).toBe('Not verified');
  expect(toPhoneCheck(null)).toBe('Not verified');
});
