import { createHmac } from 'node:crypto';
import { type ExpectedLead, MARGARET, type SourceExample } from './source-example.js';

/** The app's secret, with which Meta signs, and the verify token of the handshake. */
export const SECRET = 'secret-of-the-funnel';

const DOCUMENTATION =
  'https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-leadgen';

const { firstName, lastName, ...FULL_NAME_ONLY } = MARGARET;

const toRequest = (payload: unknown): Pick<SourceExample, 'method' | 'headers' | 'body'> => {
  const body = JSON.stringify(payload);
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
    },
    body,
  };
};

const toChange = (leadgenId: string) => ({
  field: 'leadgen',
  value: {
    ad_id: '120210987654320111',
    form_id: '876543210987654',
    leadgen_id: leadgenId,
    created_time: 1767621761,
    page_id: '108451268302248',
    adgroup_id: '120210987654320111',
  },
});

/** A notification only names leads, which the Graph API tells: its answer needs no text. */
const ACKNOWLEDGED = { handshake: '' };

export const examples: readonly SourceExample[] = [
  {
    name: 'the verification of the address',
    documentedAt: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
    method: 'GET',
    headers: { 'user-agent': 'facebookplatform/1.0 (+http://developers.facebook.com)' },
    query: new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': SECRET,
    }).toString(),
    expected: { handshake: '1158201444' },
  },
  {
    name: 'a notification of a lead',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      object: 'page',
      entry: [{ id: '108451268302248', time: 1767621763, changes: [toChange('1234567890123456')] }],
    }),
    expected: ACKNOWLEDGED,
  },
  {
    name: 'a notification of three leads, of two pages',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      object: 'page',
      entry: [
        {
          id: '108451268302248',
          time: 1767621763,
          changes: [toChange('1234567890123456'), toChange('1234567890123457')],
        },
        { id: '108451268302249', time: 1767621764, changes: [toChange('1234567890123458')] },
      ],
    }),
    expected: ACKNOWLEDGED,
  },
  {
    name: 'the test notification of the App Dashboard, whose lead does not exist',
    documentedAt: null,
    ...toRequest({
      object: 'page',
      entry: [
        {
          id: '0',
          time: 1767621763,
          changes: [
            {
              field: 'leadgen',
              value: {
                ad_id: '444444444',
                form_id: '444444444444',
                leadgen_id: '444444444444',
                created_time: 1767621763,
                page_id: '444444444444',
                adgroup_id: '44444444444',
              },
            },
          ],
        },
      ],
    }),
    expected: ACKNOWLEDGED,
  },
];

/**
 * What the Graph API answers about a lead, if asked for all these fields. A choice is told by its key, which Meta makes of
 * the text that the person saw.
 */
export const graphLead: {
  readonly documentedAt: string;
  readonly answer: string;
  readonly expected: ExpectedLead;
} = {
  documentedAt: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving',
  answer: JSON.stringify({
    id: '1234567890123456',
    created_time: '2026-01-05T14:02:41+0000',
    ad_id: '120210987654320111',
    ad_name: 'Retirement income',
    adset_id: '120210987654320222',
    adset_name: 'Texas 60+',
    campaign_id: '120210987654320333',
    campaign_name: 'Annuities',
    form_id: '876543210987654',
    is_organic: false,
    platform: 'fb',
    field_data: [
      { name: 'full_name', values: ['Margaret Ellison'] },
      { name: 'email', values: ['margaret.ellison@example.com'] },
      { name: 'phone_number', values: ['+15125550142'] },
      { name: 'city', values: ['Austin'] },
      { name: 'state', values: ['Texas'] },
      { name: 'zip_code', values: ['78701'] },
      { name: 'date_of_birth', values: ['06/15/1963'] },
      { name: 'lead_type', values: ['fixed_indexed_annuity'] },
      { name: 'estimated_assets', values: ['$250,000_-_$500,000'] },
      { name: 'purchase_timeline', values: ['within_3_months'] },
      { name: 'utm_source', values: ['facebook'] },
    ],
  }),
  expected: {
    lead: FULL_NAME_ONLY,
    extras: {
      created_time: '2026-01-05T14:02:41+0000',
      ad_id: '120210987654320111',
      ad_name: 'Retirement income',
      adset_id: '120210987654320222',
      adset_name: 'Texas 60+',
      campaign_id: '120210987654320333',
      campaign_name: 'Annuities',
      form_id: '876543210987654',
      is_organic: 'false',
      platform: 'fb',
      city: 'Austin',
      utm_source: 'facebook',
    },
    idempotencyKey: '1234567890123456',
  },
};
