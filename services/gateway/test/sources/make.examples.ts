import { form, FULL_NAME_ONLY, json, MARGARET, multipart, type SourceExample } from './source-example.js';

/** The module "Make a request" has no envelope: the owner of the scenario names every field. */
const DOCUMENTATION = 'https://apps.make.com/http';

export const examples: readonly SourceExample[] = [
  {
    name: 'mapped fields as JSON',
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
      jornaya_leadid: '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
      reference: 'click-7',
      utm_source: 'google',
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { jornayaLeadId: '3F2504E0-4F89-41D3-9A0C-0305E82C3301' },
        reference: 'click-7',
      },
      extras: { utm_source: 'google' },
    },
  },
  {
    name: 'multipart/form-data',
    documentedAt: DOCUMENTATION,
    ...multipart({
      full_name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '+1 512-555-0142',
      state: 'TX',
      zip_code: '78701',
      age_range: '61-65',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
      campaign: 'annuities-tx',
      note: '',
    }),
    expected: { lead: FULL_NAME_ONLY, extras: { campaign: 'annuities-tx' } },
  },
  {
    name: 'numbers, a time, an empty value and an array of one, as earlier modules output them',
    documentedAt: DOCUMENTATION,
    ...json({
      'First name': 'Margaret',
      'Last name': 'Ellison',
      Email: 'margaret.ellison@example.com',
      Phone: 5125550142,
      State: 'texas',
      ZIP: 78701,
      Age: 64,
      'Annuity Type': ['Fixed Indexed'],
      'Estimated Assets': 250000,
      'Purchase Timeline': 'ASAP',
      'Consent time': '2026-01-05T14:02:41.000Z',
      Bundle: 1,
      Confirmed: true,
      Comment: null,
      Tags: [],
    }),
    expected: {
      lead: { ...MARGARET, consent: { consentedAt: '2026-01-05T14:02:41.000Z' } },
      extras: { Bundle: '1', Confirmed: 'true' },
    },
  },
  {
    name: 'a form without a phone number and with half a ZIP code',
    documentedAt: DOCUMENTATION,
    ...form({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '',
      state: 'Texas',
      zip: '787',
      age: '64',
      lead_type: 'Fixed Indexed',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }),
    expected: { refused: ['phone', 'zip'] },
  },
];
