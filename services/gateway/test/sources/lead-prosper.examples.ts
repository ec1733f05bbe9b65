import {
  CERTIFICATE,
  form,
  JORNAYA_ID,
  json,
  MARGARET,
  SECRET,
  type SourceExample,
} from './source-example.js';

/**
 * The buyer's owner writes the payload. Those who post to Lead Prosper's own specification send the key as
 * `lp_key` and mark a test with `lp_action`. `lp_request_uuid` is Lead Prosper's id of the lead.
 */
const PAYLOAD =
  'https://support.leadprosper.io/article/557-utilizing-the-buyer-payload-builder-when-setting-up-your-buyers-in-lead-prosper';
const SYSTEM_FIELDS = 'https://support.leadprosper.io/article/72-system-field-shortcodes';
const SPECIFICATION = 'https://example.leadprosper.tech/leadprosper-direct-post';

const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const PAGE_URL = 'https://www.example.com/annuity-quote';

export const examples: readonly SourceExample[] = [
  {
    name: 'a payload with system fields',
    documentedAt: SYSTEM_FIELDS,
    ...json({
      lp_campaign_id: '13424',
      lp_supplier_id: '27633',
      lp_buyer_id: '40118',
      lp_request_uuid: '6b1f4c0e-92d7-4a55-8c3e-0d9f7a2b6c14',
      lp_lead_date: '2026-01-05 08:02:41',
      lp_subid1: 'google',
      lp_subid2: '',
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '5125550142',
      date_of_birth: '1963-06-15',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      ip_address: '203.0.113.7',
      user_agent: BROWSER,
      landing_page_url: PAGE_URL,
      jornaya_leadid: JORNAYA_ID,
      trustedform_cert_url: CERTIFICATE,
      tcpa_text: 'A licensed agent may call me about annuities.',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          trustedFormCertUrl: CERTIFICATE,
          jornayaLeadId: JORNAYA_ID,
          landingPageUrl: PAGE_URL,
          ipAddress: '203.0.113.7',
          tcpaText: 'A licensed agent may call me about annuities.',
        },
      },
      extras: {
        lp_campaign_id: '13424',
        lp_supplier_id: '27633',
        lp_buyer_id: '40118',
        lp_lead_date: '2026-01-05 08:02:41',
        lp_subid1: 'google',
        city: 'Austin',
        user_agent: BROWSER,
      },
      idempotencyKey: '6b1f4c0e-92d7-4a55-8c3e-0d9f7a2b6c14',
    },
  },
  {
    name: 'a test to the specification of Lead Prosper',
    documentedAt: SPECIFICATION,
    ...form({
      lp_campaign_id: '13424',
      lp_supplier_id: '27633',
      lp_key: SECRET,
      lp_action: 'test',
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '5125550142',
      state: 'TX',
      zip_code: '78701',
      age: '64',
      lead_type: 'Indexed',
      estimated_assets: '$250K-$500K',
      purchase_timeline: '0-3 months',
      trustedform_cert_url: '',
    }),
    expected: {
      lead: MARGARET,
      extras: { lp_campaign_id: '13424', lp_supplier_id: '27633' },
      isTest: true,
    },
  },
  {
    name: 'a lead to the specification of Lead Prosper, with numbers and without a test',
    documentedAt: SPECIFICATION,
    ...json({
      lp_campaign_id: 13424,
      lp_supplier_id: 27633,
      lp_key: SECRET,
      lp_action: '',
      lp_subid1: null,
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: 5125550142,
      state: 'TX',
      zip_code: 78701,
      age: 64,
      product: 'FIA',
      investable_assets: 250000,
      timeframe: 'Immediately',
      home_owner: true,
    }),
    expected: {
      lead: MARGARET,
      extras: { lp_campaign_id: '13424', lp_supplier_id: '27633', home_owner: 'true' },
    },
  },
  {
    name: 'short codes of fields that the lead has not filled in',
    documentedAt: PAYLOAD,
    ...json({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '',
      state: 'TX',
      zip_code: '78701',
      age: '64',
      annuity_type: '',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      lp_request_uuid: '0a7d52c8-3e61-4f0b-b9a4-c1d86e35f927',
    }),
    expected: { refused: ['phone', 'annuity_type'] },
  },
];
