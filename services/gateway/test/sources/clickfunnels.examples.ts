import { json, MARGARET, type SourceExample } from './source-example.js';

/**
 * Classic sends nothing that proves its requests. Its envelope is `id`, `event`, `created_at`, `updated_at` and
 * `contact_profile`, which is the same person as known from all funnels. ClickFunnels 2.0 signs time and body, and a
 * signature is good for ten minutes; names in `data` are read without it. Its envelope is all that describes the event,
 * and ids and times in `data`.
 */
const WEBHOOKS = 'https://developers.myclickfunnels.com/docs/webhooks';
const EVENT_TYPES = 'https://developers.myclickfunnels.com/docs/webhook-event-types';

const CLASSIC_PERSON = {
  first_name: 'Margaret',
  last_name: 'Ellison',
  address: '',
  city: '',
  country: '',
  state: 'Texas',
  zip: '78701',
  email: 'margaret.ellison@example.com',
  phone: '(512) 555-0142',
};

const CLASSIC_CONTACT = {
  id: 1204873315,
  page_id: 32500238,
  ...CLASSIC_PERSON,
  name: 'Margaret Ellison',
  webinar_at: null,
  webinar_last_time: null,
  webinar_ext: 'Mfq2pGcX',
  created_at: '2026-01-05T14:02:41.000Z',
  updated_at: '2026-01-05T14:02:41.000Z',
  ip: '203.0.113.7',
  funnel_id: 7013452,
  funnel_step_id: 44720190,
  unsubscribed_at: null,
  cf_uvid: 'c83857f0992c43c98e7c97848fe39909',
  cart_affiliate_id: '',
  shipping_address: '',
  shipping_city: '',
  shipping_country: '',
  shipping_state: '',
  shipping_zip: '',
  vat_number: '',
  affiliate_id: null,
  aff_sub: 'google',
  aff_sub2: '',
  cf_affiliate_id: null,
  contact_profile: {
    id: 998213346,
    ...CLASSIC_PERSON,
    middle_name: null,
    known_ltv: '0.00',
    age: null,
    age_range_lower: null,
    age_range_upper: null,
    gender: null,
    tags: [],
    websites: null,
    action_score: 50,
    normalized_location: null,
    deduced_location: null,
    location_general: null,
    created_at: '2025-08-11T09:12:00.000Z',
    updated_at: '2026-01-05T14:02:41.000Z',
    unsubscribed_at: null,
    cf_uvid: 'c83857f0992c43c98e7c97848fe39909',
  },
  time_zone: 'Central Time (US & Canada)',
  company_name: null,
  company_industry: null,
};

const CLASSIC_EXTRAS = {
  page_id: '32500238',
  webinar_ext: 'Mfq2pGcX',
  funnel_id: '7013452',
  funnel_step_id: '44720190',
  cf_uvid: 'c83857f0992c43c98e7c97848fe39909',
  aff_sub: 'google',
  time_zone: 'Central Time (US & Canada)',
};

const CONTACT = {
  id: 236296209,
  tags: [],
  uuid: '31cabea548c19c0495106323678abcac',
  fb_url: null,
  anonymous: 0,
  last_name: 'Ellison',
  public_id: 'BbBNRxw',
  time_zone: null,
  created_at: '2026-01-05T14:02:41.660Z',
  first_name: 'Margaret',
  updated_at: '2026-01-05T14:02:45.253Z',
  twitter_url: null,
  website_url: null,
  linkedin_url: null,
  phone_number: '+15125550142',
  workspace_id: 42,
  email_address: 'margaret.ellison@example.com',
  instagram_url: null,
  unsubscribed_at: null,
  last_notification_email_sent_at: null,
};

export const examples: readonly SourceExample[] = [
  {
    name: 'a contact of ClickFunnels Classic',
    ...json({
      ...CLASSIC_CONTACT,
      additional_info: {
        age: '64',
        annuity_type: 'Fixed Indexed Annuity',
        estimated_assets: '$250,000 - $500,000',
        purchase_timeline: 'Within 3 months',
        utm_source: 'google',
        utm_term: '',
      },
      event: 'created',
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: { ...CLASSIC_EXTRAS, 'additional_info.utm_source': 'google' },
      idempotencyKey: '1204873315',
    },
  },
  {
    name: 'the first step of a form in two steps of ClickFunnels Classic',
    ...json({
      ...CLASSIC_CONTACT,
      state: '',
      zip: '',
      phone: '',
      additional_info: { utm_source: 'google' },
      event: 'created',
    }),
    expected: {
      refused: ['phone', 'state', 'zip', 'age_range', 'estimated_assets', 'purchase_timeline', 'lead_type'],
    },
  },
  {
    name: 'a contact of ClickFunnels 2.0',
    documentedAt: WEBHOOKS,
    ...json({
      data: {
        ...CONTACT,
        custom_attributes: {
          state: 'TX',
          zip_code: '78701',
          age: '64',
          annuity_type: 'Fixed Indexed',
          estimated_assets: '$250K - $500K',
          purchase_timeline: 'ASAP',
          utm_source: 'google',
        },
      },
      event_id: '123b4741-3f2d-431a-90d1-ddca0f4d6721',
      event_type: 'contact.identified',
      subject_id: 236296209,
      subject_type: 'Contact',
      api_version: 2,
      workspace_id: 42,
      created_at: '2026-01-05T14:02:46.000Z',
      page_id: null,
      funnel_id: null,
    }),
    expected: {
      lead: MARGARET,
      extras: { 'custom_attributes.utm_source': 'google' },
      idempotencyKey: '123b4741-3f2d-431a-90d1-ddca0f4d6721',
    },
  },
  {
    name: 'a visitor of ClickFunnels 2.0 who is not known yet',
    documentedAt: EVENT_TYPES,
    ...json({
      data: {
        ...CONTACT,
        anonymous: 1,
        first_name: null,
        last_name: null,
        phone_number: null,
        email_address: null,
        custom_attributes: {},
      },
      event_id: '9b0d6c14-2f7a-4e35-8a61-c07b5f3e2d98',
      event_type: 'contact.created',
      subject_id: 236296209,
      subject_type: 'Contact',
      api_version: 2,
      workspace_id: 42,
      created_at: '2026-01-05T14:02:41.000Z',
      page_id: null,
      funnel_id: null,
    }),
    expected: {
      refused: [
        'first_name',
        'last_name',
        'email_address',
        'phone_number',
        'state',
        'zip_code',
        'age_range',
        'estimated_assets',
        'purchase_timeline',
        'lead_type',
      ],
    },
  },
];
