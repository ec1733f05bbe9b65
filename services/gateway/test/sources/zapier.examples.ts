import { MARGARET, type SourceExample } from './source-example.js';

/** "Webhooks by Zapier" has no envelope: the owner of the Zap names every field, or sends all of the step before. */
export const SECRET = 'secret-of-the-funnel';

const DOCUMENTATION = 'https://help.zapier.com/hc/en-us/articles/8496326446989-Send-webhooks-in-Zaps';

const { firstName, lastName, ...FULL_NAME_ONLY } = MARGARET;

export const examples: readonly SourceExample[] = [
  {
    name: 'mapped fields and all of the step before, as JSON',
    documentedAt: DOCUMENTATION,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Zapier' },
    body: JSON.stringify({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'Texas',
      zip: '78701',
      age: '64',
      lead_type: 'Fixed Indexed',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      xxTrustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
      consent_at: '2026-01-05T14:02:41Z',
      id: '1048576',
      created: '2026-01-05T14:02:43Z',
      utm_source: 'google',
      utm_campaign: 'annuities-tx',
      utm_term: '',
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          trustedFormCertUrl: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567',
          consentedAt: '2026-01-05T14:02:41.000Z',
        },
      },
      extras: {
        id: '1048576',
        created: '2026-01-05T14:02:43Z',
        utm_source: 'google',
        utm_campaign: 'annuities-tx',
      },
    },
  },
  {
    name: 'a form with Basic authentication',
    documentedAt: DOCUMENTATION,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Zapier',
      authorization: `Basic ${Buffer.from(`funnel:${SECRET}`).toString('base64')}`,
    },
    body: new URLSearchParams({
      'Full Name': 'Margaret Ellison',
      Email: 'margaret.ellison@example.com',
      'Phone Number': '(512) 555-0142',
      State: 'Texas',
      'ZIP Code': '78701',
      Age: '64',
      'Annuity Type': 'Fixed Indexed Annuity',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      gclid: 'EAIaIQobChMI8pWz1b7hhQMV',
    }).toString(),
    expected: { lead: FULL_NAME_ONLY, extras: { gclid: 'EAIaIQobChMI8pWz1b7hhQMV' } },
  },
  {
    name: 'a request that is wrapped in an array',
    documentedAt: DOCUMENTATION,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Zapier' },
    body: JSON.stringify([
      {
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone: '5125550142',
        state: 'TX',
        postal_code: '78701',
        dob: '06/15/1963',
        product: 'FIA',
        assets: '250000',
        timeframe: 'ASAP',
        landing_page: 'https://www.example.com/annuity-quote',
        ip: '203.0.113.7',
      },
    ]),
    expected: {
      lead: {
        ...MARGARET,
        consent: { landingPageUrl: 'https://www.example.com/annuity-quote', ipAddress: '203.0.113.7' },
      },
      extras: {},
    },
  },
  {
    name: 'fields that were unflattened',
    documentedAt: DOCUMENTATION,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Zapier' },
    body: JSON.stringify({
      lead: {
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone: '(512) 555-0142',
        state: 'Texas',
        zip: '78701',
        age: '64',
        lead_type: 'Fixed Indexed',
        estimated_assets: '$250,000 - $500,000',
        purchase_timeline: 'Within 3 months',
      },
      ad: { campaign: 'annuities-tx', keyword: '' },
    }),
    expected: { lead: MARGARET, extras: { 'ad.campaign': 'annuities-tx' } },
  },
  {
    name: 'a Zap that calls by GET, with two fields that the step before did not fill in',
    documentedAt: DOCUMENTATION,
    method: 'GET',
    headers: { 'user-agent': 'Zapier' },
    query: new URLSearchParams({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '',
      state: 'Texas',
      zip: '78701',
      age: '64',
      lead_type: 'Fixed Indexed',
      estimated_assets: '',
      purchase_timeline: 'Within 3 months',
    }).toString(),
    expected: { refused: ['phone', 'estimated_assets'] },
  },
];
