import {
  FULL_NAME_ONLY,
  MARGARET,
  type SourceExample,
  wordPressForm,
  wordPressJson,
} from './source-example.js';

const FORM_PARAMS = {
  full_name: 'Margaret Ellison',
  email: 'margaret.ellison@example.com',
  phone: '(512) 555-0142',
  state: 'Texas',
  zip: '78701',
  age_range: '61-65',
  lead_type: 'Fixed Indexed Annuity',
  estimated_assets: '$250,000 - $500,000',
  purchase_timeline: 'Within 3 months',
  gclid: 'EAIaIQobChMI8pWz1b7hhQMV',
};

export const examples: readonly SourceExample[] = [
  {
    name: 'mapped fields as JSON',
    ...wordPressJson({
      name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'Texas',
      zip: '78701',
      age: '64',
      annuity_type: 'Fixed Indexed',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      page_url: 'https://www.example.com/annuity-quote/',
      ip: '203.0.113.7',
      entry_id: '1187',
      utm_source: '',
    }),
    expected: {
      lead: {
        ...FULL_NAME_ONLY,
        consent: { landingPageUrl: 'https://www.example.com/annuity-quote/', ipAddress: '203.0.113.7' },
      },
      extras: { entry_id: '1187' },
    },
  },
  {
    name: 'mapped fields as a form',
    ...wordPressForm(FORM_PARAMS),
    expected: { lead: FULL_NAME_ONLY, extras: { gclid: 'EAIaIQobChMI8pWz1b7hhQMV' } },
  },
  {
    name: 'a date with its seconds since 1970, and an address in one text',
    ...wordPressJson({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '+15125550142',
      address: '500 Congress Avenue||Austin, TX||78701',
      state: 'TX',
      zip: '78701',
      dob: { value: '06/15/1963', unix: -206668800 },
      lead_type: 'Fixed Indexed',
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
    }),
    expected: {
      lead: MARGARET,
      extras: { address: '500 Congress Avenue||Austin, TX||78701' },
    },
  },
  {
    name: 'check boxes with two checked, and an address in one text only',
    ...wordPressJson({
      full_name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      address: '500 Congress Avenue||Austin, TX||78701',
      age: '64',
      lead_type: 'Fixed Indexed||MYGA',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }),
    expected: { refused: ['lead_type', 'state', 'zip_code'] },
  },
];
