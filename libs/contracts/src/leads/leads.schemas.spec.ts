import { describe, expect, it } from '@jest/globals';
import { DomainError } from '../error-codes.js';
import { parse } from '../validate.js';
import { leadSold } from './leads.events.js';
import { leadSchema } from './leads.schemas.js';
import { ageRanges, usStates } from './leads.values.js';

const lead = {
  fullName: 'Ann Example',
  phone: '+12125550123',
  email: 'ann@example.com',
  state: 'NY',
  zipCode: '10001',
  ageRange: '61-65',
  estimatedAssets: '$250K-$500K',
  purchaseTimeline: '0-3 months',
  leadType: 'MYGA',
};

const ID = '0191e1a0-0000-7000-8000-000000000001';
const AT = '2026-01-05T14:30:00.000Z';

const messagesFor = (change: object): Record<string, string> => {
  try {
    parse(leadSchema, { ...lead, ...change });
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
  }
};

describe('leadSchema', () => {
  it('accepts a lead with and without consent and reference', () => {
    expect(messagesFor({})).toEqual({});
    expect(messagesFor({ reference: 'abc', consent: {} })).toEqual({});
    expect(
      messagesFor({
        zipCode: '10001-1234',
        consent: {
          trustedFormCertUrl: 'https://cert.example/1',
          jornayaLeadId: 'x'.repeat(36),
          ipAddress: '::1',
        },
      }),
    ).toEqual({});
  });

  it.each([
    ['fullName', undefined, 'Name is required'],
    ['fullName', '', 'Name is required'],
    ['fullName', '   ', 'Name is required'],
    ['fullName', 'x'.repeat(201), 'Name must be at most 200 characters'],
    ['phone', undefined, 'Phone is required'],
    ['phone', '', 'Phone is required'],
    ['phone', '2125550123', 'Phone must be a valid US phone number'],
    ['phone', '+11125550123', 'Phone must be a valid US phone number'],
    ['phone', '+442071838750', 'Phone must be a valid US phone number'],
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', 'ann@example', 'Invalid email address'],
    ['email', 'Ann@example.com', 'Invalid email address'],
    ['email', `${'a'.repeat(250)}@x.org`, 'Email must be at most 254 characters'],
    ['state', undefined, 'State is required'],
    ['state', '', 'State must be a US state: its name or its two letters'],
    ['state', 'ny', 'State must be a US state: its name or its two letters'],
    ['state', 'ZZ', 'State must be a US state: its name or its two letters'],
    ['zipCode', undefined, 'ZIP code is required'],
    ['zipCode', '1000', 'ZIP code must have 5 digits, or 5+4'],
    ['zipCode', '10001-12', 'ZIP code must have 5 digits, or 5+4'],
    ['ageRange', undefined, 'Age range is required'],
    ['ageRange', '30-40', `Age range must be one of: ${ageRanges.join(', ')}`],
    ['estimatedAssets', undefined, 'Estimated assets is required'],
    ['estimatedAssets', '$1', 'Estimated assets must be one of: $100K-$250K, $250K-$500K, $500K-$1M, $1M+'],
    ['purchaseTimeline', undefined, 'Purchase timeline is required'],
    [
      'purchaseTimeline',
      'now',
      'Purchase timeline must be one of: 0-3 months, 3-6 months, 6-12 months, 12+ months',
    ],
    ['leadType', undefined, 'Lead type is required'],
    ['leadType', 'Variable', 'Lead type must be one of: Fixed, Indexed, MYGA'],
    ['reference', 'x'.repeat(76), 'Reference must be at most 75 characters'],
    ['price', 80, 'This field is not known.'],
  ])('rejects %s = %j: %s', (field, value, message) => {
    expect(messagesFor({ [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['jornayaLeadId', 'short', 'Jornaya lead ID must be 36 characters'],
    ['trustedFormCertUrl', 'x'.repeat(501), 'TrustedForm certificate must be at most 500 characters'],
    ['tcpaText', 'x'.repeat(4_001), 'Consent wording must be at most 4000 characters'],
    ['ipAddress', 'x'.repeat(46), 'IP address must be at most 45 characters'],
    ['landingPageUrl', 'x'.repeat(2_001), 'Landing page must be at most 2000 characters'],
    ['agreed', true, 'This field is not known.'],
  ])('rejects consent.%s = %j', (field, value, message) => {
    expect(messagesFor({ consent: { [field]: value } })).toEqual({ [`consent.${field}`]: message });
  });

  it('reports every missing field', () => {
    const all = messagesFor(Object.fromEntries(Object.keys(lead).map((key) => [key, undefined])));
    expect(Object.keys(all).toSorted()).toEqual(Object.keys(lead).toSorted());
  });

  it('accepts the 50 states, Washington, D.C., the territories and the armed forces abroad', () => {
    expect(new Set(usStates).size).toBe(59);
    for (const state of usStates) expect(messagesFor({ state })).toEqual({});
  });
});

describe('leadSold', () => {
  it('accepts a lead that was stored under earlier rules of intake', () => {
    const ids = { leadId: ID, offerId: ID, buyerId: ID };
    const sale = { ...ids, amountCents: 8_000, receivedAt: AT, soldAt: AT, funnelName: 'Retire Safe' };
    const earlier = { ...lead, phone: '2125550123', state: 'ZZ', ageRange: '30-40', leadType: 'Variable' };
    expect(parse(leadSold.payload, { ...sale, lead: earlier }).lead).toEqual(earlier);
    expect(() => parse(leadSold.payload, { ...sale, lead: { ...lead, price: 80 } })).toThrow();
  });
});
