import {
  CERTIFICATE,
  form,
  FULL_NAME_ONLY,
  json,
  MARGARET,
  type SourceExample,
  toQuery,
} from './source-example.js';

/** "Webhooks by Zapier" has no envelope: the owner of the Zap names every field, or sends all of the step before. */
const DOCUMENTATION = 'https://help.zapier.com/hc/en-us/articles/8496326446989-Send-webhooks-in-Zaps';

export const examples: readonly SourceExample[] = [
  {
    name: 'mapped fields and all of the step before, as JSON',
    documentedAt: DOCUMENTATION,
    ...json({
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
      xxTrustedFormCertUrl: CERTIFICATE,
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
          trustedFormCertUrl: CERTIFICATE,
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
    name: 'a form with labels as names',
    documentedAt: DOCUMENTATION,
    ...form({
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
    }),
    expected: { lead: FULL_NAME_ONLY, extras: { gclid: 'EAIaIQobChMI8pWz1b7hhQMV' } },
  },
  {
    name: 'a request that is wrapped in an array',
    documentedAt: DOCUMENTATION,
    ...json([
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
    ...json({
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
    query: toQuery({
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
    }),
    expected: { refused: ['phone', 'estimated_assets'] },
  },
];
