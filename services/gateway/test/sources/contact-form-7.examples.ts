import {
  FULL_NAME_ONLY,
  MARGARET,
  type SourceExample,
  wordPressForm,
  wordPressJson,
} from './source-example.js';

/** Contact Form 7 calls no address by itself. These are the requests of plugins that do. */
const CF7_TO_WEBHOOK = 'https://github.com/mariovalney/cf7-to-zapier';

export const examples: readonly SourceExample[] = [
  {
    name: 'fields that the owner named',
    documentedAt: CF7_TO_WEBHOOK,
    ...wordPressJson({
      'first-name': 'Margaret',
      'last-name': 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'Texas',
      zip: '78701',
      age: '64',
      'annuity-type': 'Fixed Indexed Annuity',
      'estimated-assets': '$250,000 - $500,000',
      'purchase-timeline': 'Within 3 months',
      'acceptance-call': '1',
      'utm-source': '',
    }),
    expected: { lead: MARGARET, extras: { 'acceptance-call': '1' } },
  },
  {
    name: 'lists as arrays of one, in a form of another plugin',
    ...wordPressForm({
      'full-name': 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      'state[0]': 'TX',
      zip: '78701',
      'age-range[0]': '61-65',
      'lead-type[0]': 'Fixed Indexed',
      'estimated-assets[0]': '$250K-$500K',
      'purchase-timeline[0]': '0-3 months',
      'contact-by[0]': 'Phone',
      'contact-by[1]': 'Email',
    }),
    expected: { lead: FULL_NAME_ONLY, extras: { 'contact-by': 'Phone, Email' } },
  },
  {
    name: 'the names of a new form, check boxes with one checked, and special mail tags',
    documentedAt: CF7_TO_WEBHOOK,
    ...wordPressJson({
      'your-name': 'Margaret Ellison',
      'your-email': 'margaret.ellison@example.com',
      'your-phone': '(512) 555-0142',
      'your-state': ['TX'],
      'your-zip': '78701',
      'your-age': '64',
      'annuity-type': ['Fixed Indexed'],
      'estimated-assets': ['$250,000 - $500,000'],
      'purchase-timeline': ['Within 3 months'],
      'your-message': 'Please call in the evening.',
      _remote_ip: '203.0.113.7',
      page_url: 'https://www.example.com/annuity-quote/',
      _post_title: 'Annuity quote',
    }),
    expected: {
      lead: {
        ...FULL_NAME_ONLY,
        consent: { ipAddress: '203.0.113.7', landingPageUrl: 'https://www.example.com/annuity-quote/' },
      },
      extras: {
        'your-message': 'Please call in the evening.',
        _post_title: 'Annuity quote',
      },
    },
  },
  {
    name: 'check boxes with two checked, and a list in which nothing was chosen',
    documentedAt: CF7_TO_WEBHOOK,
    ...wordPressJson({
      'first-name': 'Margaret',
      'last-name': 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: '',
      zip: '78701',
      age: '64',
      'annuity-type': ['Fixed Indexed', 'MYGA'],
      'estimated-assets': '$250,000 - $500,000',
      'purchase-timeline': 'Within 3 months',
    }),
    expected: { refused: ['state', 'annuity-type'] },
  },
];
