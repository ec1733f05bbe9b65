import { FULL_NAME_ONLY, json, MARGARET, type SourceExample } from './source-example.js';

const WEBHOOK =
  'https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-leadgen';
const RETRIEVING = 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving';

type Answers = Readonly<Record<string, string | readonly string[]>>;
const toFieldData = (answers: Answers) =>
  Object.entries(answers).map(([name, value]) => ({ name, values: [value].flat() }));

const toChange = (leadgenId: string | number) => ({
  field: 'leadgen',
  value: {
    leadgen_id: leadgenId,
    page_id: '367152833370567',
    form_id: '12312312312',
    adgroup_id: '12312312312',
    ad_id: '12312312312',
    created_time: 1440120384,
  },
});

/** A notification has ids only. The lead comes from the Graph API and is read like a post. */
export const examples: readonly SourceExample[] = [
  {
    name: 'a notification of a lead',
    documentedAt: WEBHOOK,
    ...json({
      object: 'page',
      entry: [{ id: '153125381133', time: 1438292065, changes: [toChange('123123123123')] }],
    }),
    expected: { notified: ['123123123123'] },
  },
  {
    name: 'a notification of several leads of two Pages, with ids as numbers and what else happened',
    documentedAt: WEBHOOK,
    contentType: 'application/json',
    body: JSON.stringify({
      object: 'page',
      entry: [
        {
          id: '153125381133',
          time: 1438292065,
          changes: [toChange('#99123123123123123'), { field: 'feed', value: { item: 'post' } }],
        },
        { id: '153125381134', time: 1438292066, changes: [toChange('777'), toChange('888')] },
      ],
    }).replace('"#99123123123123123"', '99123123123123123'),
    expected: { notified: ['99123123123123123', '777', '888'] },
  },
  {
    name: 'a lead of the Graph API',
    documentedAt: RETRIEVING,
    ...json({
      created_time: '2026-11-25T08:49:14+0000',
      id: '123123123123',
      ad_id: '6012345678901',
      ad_name: 'Retire safely',
      adset_id: '6012345678902',
      campaign_id: '6012345678903',
      campaign_name: 'Texas 60+',
      form_id: '12312312312',
      is_organic: false,
      platform: 'fb',
      field_data: toFieldData({
        full_name: 'Margaret Ellison',
        email: 'margaret.ellison@example.com',
        phone_number: '+15125550142',
        state: 'Texas',
        zip_code: '78701',
        date_of_birth: '04/18/1962',
        annuity_type: 'fixed_indexed',
        estimated_assets: '$250,000 - $500,000',
        purchase_timeline: 'within_3_months',
        city: 'Austin',
      }),
      custom_disclaimer_responses: [{ checkbox_key: 'calls_and_texts', is_checked: '1' }],
    }),
    expected: {
      lead: FULL_NAME_ONLY,
      extras: {
        ad_id: '6012345678901',
        ad_name: 'Retire safely',
        adset_id: '6012345678902',
        campaign_id: '6012345678903',
        campaign_name: 'Texas 60+',
        form_id: '12312312312',
        is_organic: 'false',
        platform: 'fb',
        city: 'Austin',
        calls_and_texts: '1',
      },
      idempotencyKey: '123123123123',
    },
  },
  {
    name: 'an organic lead with the name in parts, a province, a post code, and several choices',
    documentedAt: RETRIEVING,
    ...json({
      id: '123123123124',
      created_time: '2026-11-25T08:49:14+0000',
      form_id: '12312312312',
      is_organic: true,
      platform: 'ig',
      field_data: toFieldData({
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone_number: '5125550142',
        province: 'TX',
        post_code: '78701',
        age_range: '61-65',
        lead_type: 'FIA',
        estimated_assets: '$250K-$500K',
        purchase_timeline: '0-3 months',
        'what_do_you_want_to_know?': ['fees', 'guarantees'],
        company_name: [],
      }),
    }),
    expected: {
      lead: MARGARET,
      extras: {
        form_id: '12312312312',
        is_organic: 'true',
        platform: 'ig',
        'what_do_you_want_to_know?': 'fees, guarantees',
      },
      idempotencyKey: '123123123124',
    },
  },
  {
    name: 'a lead of the testing tool, which fills in what no person would',
    ...json({
      id: '123123123125',
      created_time: '2026-11-25T08:49:14+0000',
      form_id: '12312312312',
      is_organic: true,
      field_data: toFieldData({
        full_name: '<test lead: dummy data for full_name>',
        email: 'test@fb.com',
        phone_number: '<test lead: dummy data for phone_number>',
        state: '<test lead: dummy data for state>',
      }),
    }),
    expected: {
      refused: [
        ...['first_name', 'last_name', 'phone_number', 'state'],
        ...['zip_code', 'age_range', 'estimated_assets', 'purchase_timeline', 'lead_type'],
      ],
    },
  },
];
