import { FULL_NAME_ONLY, MARGARET, type SourceExample } from './source-example.js';

/**
 * Undocumented; known from programs that read it. Ids are JSON numbers that are too large for a JavaScript number. The
 * envelope is `object` (1 means a lead), `time`, `request_id` and `entry[].id`; names in `entry` are read without it.
 * TikTok signs the body with its non-ASCII characters escaped.
 */

/** Writes `'#7012345678901234567'` as a number. */
const toJson = (value: unknown): string => JSON.stringify(value).replaceAll(/"#(\d+)"/g, '$1');

type Answers = Readonly<Record<string, string>>;

const toRequest = (id: string, answers: Answers) => ({
  contentType: 'application/json',
  body: toJson({
    object: 1,
    entry: [
      {
        id,
        lead_source: 'INSTANT_FORM',
        page_id: '#7398204417735360514',
        page_name: 'Annuity Quote',
        advertiser_id: '#7268912345678901249',
        campaign_id: '#1789012345678913',
        adgroup_id: '#1789012345678929',
        ad_id: '#1789012345678945',
        create_time: 1767621761,
        changes: Object.entries(answers).map(([field, value]) => ({ field, value })),
      },
    ],
    time: 1767621763,
    request_id: '20260105140243A1B2C3D4E5F6071829',
  }),
});

const AD = {
  lead_source: 'INSTANT_FORM',
  page_id: '7398204417735360514',
  page_name: 'Annuity Quote',
  advertiser_id: '7268912345678901249',
  campaign_id: '1789012345678913',
  adgroup_id: '1789012345678929',
  ad_id: '1789012345678945',
  create_time: '1767621761',
};

export const examples: readonly SourceExample[] = [
  {
    name: 'a lead of an instant form',
    ...toRequest('#7399001122334455667', {
      name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone_number: '+15125550142',
      State: 'Texas',
      'ZIP code': '78701',
      Age: '64',
      'Annuity Type': 'Fixed Indexed',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      'Do you own your home?': 'Yes',
    }),
    expected: {
      lead: FULL_NAME_ONLY,
      extras: { ...AD, 'Do you own your home?': 'Yes' },
      idempotencyKey: '7399001122334455667',
    },
  },
  {
    name: 'a lead with its id as a text',
    ...toRequest('7399001122334455668', {
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone_number: '(512) 555-0142',
      state: 'TX',
      zip_code: '78701',
      age_range: '61-65',
      lead_type: 'FIA',
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
      comments: '',
    }),
    expected: { lead: MARGARET, extras: AD, idempotencyKey: '7399001122334455668' },
  },
  {
    name: 'a name with non-ASCII letters',
    ...toRequest('#7399001122334455669', {
      name: 'María Núñez Ellison',
      email: 'margaret.ellison@example.com',
      phone_number: '+15125550142',
      State: 'Texas',
      'ZIP code': '78701',
      Age: '64',
      'Annuity Type': 'Fixed Indexed',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
    }),
    expected: {
      lead: { ...FULL_NAME_ONLY, fullName: 'María Núñez Ellison' },
      extras: AD,
      idempotencyKey: '7399001122334455669',
    },
  },
  {
    name: 'a form that asks for the standard contact data only',
    ...toRequest('#7399001122334455670', {
      name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone_number: '+15125550142',
    }),
    expected: {
      refused: ['state', 'zip_code', 'age_range', 'estimated_assets', 'purchase_timeline', 'lead_type'],
    },
  },
];
