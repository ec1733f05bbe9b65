import { createHmac } from 'node:crypto';
import { MARGARET, type SourceExample } from './source-example.js';

/** The secret that WPForms makes up for each webhook. */
export const SECRET = 'secret-of-the-funnel';

const SENT_AT_S = 1767621763;

type Params = Readonly<Record<string, unknown>>;

/** As PHP writes it. */
const toJson = (value: unknown): string => JSON.stringify(value).replaceAll('/', String.raw`\/`);

/** Signs the parameters as JSON, whatever the format in which they are sent. */
const toHeaders = (contentType: string, params: Params): Readonly<Record<string, string>> => {
  const signature = createHmac('sha256', SECRET)
    .update(`${SENT_AT_S}.${toJson(params)}`)
    .digest('hex');
  return {
    'content-type': `${contentType}; charset=utf-8`,
    'user-agent': 'wpforms-webhooks/1.2.0',
    'x-wpforms-webhook-id': '1',
    'x-wpforms-webhook-signature': `t=${SENT_AT_S},v=${signature}`,
  };
};

const toRequest = (params: Params): Pick<SourceExample, 'method' | 'headers' | 'body'> => ({
  method: 'POST',
  headers: toHeaders('application/json', params),
  body: toJson(params),
});

const { firstName, lastName, ...FULL_NAME_ONLY } = MARGARET;

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
    documentedAt: null,
    ...toRequest({
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
    documentedAt: null,
    method: 'POST',
    headers: toHeaders('application/x-www-form-urlencoded', FORM_PARAMS),
    body: new URLSearchParams(FORM_PARAMS).toString(),
    expected: { lead: FULL_NAME_ONLY, extras: { gclid: 'EAIaIQobChMI8pWz1b7hhQMV' } },
  },
  {
    name: 'a date with its seconds since 1970, and an address in one text',
    documentedAt: null,
    ...toRequest({
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
    documentedAt: null,
    ...toRequest({
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
