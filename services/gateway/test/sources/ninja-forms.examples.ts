import { MARGARET, type SourceExample } from './source-example.js';

/** The add-on "Webhooks" has no envelope: the owner of the form names every argument. */
const USER_AGENT = 'WordPress/6.8.3; https://www.example.com';
const FORM_HEADERS = {
  'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
  'user-agent': USER_AGENT,
};

/** As PHP writes it. */
const toJson = (value: unknown): string => JSON.stringify(value).replaceAll('/', String.raw`\/`);

const { firstName, lastName, ...FULL_NAME_ONLY } = MARGARET;

export const examples: readonly SourceExample[] = [
  {
    name: 'arguments as a form',
    documentedAt: null,
    method: 'POST',
    headers: FORM_HEADERS,
    body: new URLSearchParams({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'TX',
      zip: '78701',
      age: '64',
      lead_type: 'Fixed Indexed',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      utm_source: 'google',
      gclid: '',
    }).toString(),
    expected: { lead: MARGARET, extras: { utm_source: 'google' } },
  },
  {
    name: 'arguments as JSON',
    documentedAt: null,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: toJson({
      full_name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'Texas',
      zip: '78701',
      dob: '06/15/1963',
      annuity_type: 'Fixed Indexed Annuity',
      assets: '$250K-$500K',
      timeline: '0-3 months',
      landing_page: 'https://www.example.com/annuity-quote/',
      form_title: 'Annuity Quote',
    }),
    expected: {
      lead: { ...FULL_NAME_ONLY, consent: { landingPageUrl: 'https://www.example.com/annuity-quote/' } },
      extras: { form_title: 'Annuity Quote' },
    },
  },
  {
    name: 'JSON in one argument, with the values that the form builder derives from the labels',
    documentedAt: null,
    method: 'POST',
    headers: FORM_HEADERS,
    body: new URLSearchParams({
      json: toJson({
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone: '(512) 555-0142',
        state: 'TX',
        zip: '78701',
        age_range: '61-65',
        lead_type: 'fixed-indexed',
        estimated_assets: '250000-500000',
        purchase_timeline: 'within-3-months',
        seq_num: '1187',
      }),
    }).toString(),
    expected: { lead: MARGARET, extras: { seq_num: '1187' } },
  },
  {
    name: 'a call by GET, with two boxes checked and without an email address',
    documentedAt: null,
    method: 'GET',
    headers: { 'user-agent': USER_AGENT },
    query: new URLSearchParams({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: '',
      phone: '(512) 555-0142',
      state: 'TX',
      zip: '78701',
      age: '64',
      lead_type: 'fixed-indexed,myga',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }).toString(),
    expected: { refused: ['email', 'lead_type'] },
  },
];
