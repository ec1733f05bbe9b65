import { MARGARET, type SourceExample } from './source-example.js';

/**
 * A post to LeadsPedia's specification carries its key as `lp_campaign_key` and marks a test with `lp_test`. The
 * envelope is `lp_response`, the requested form of the answer: XML or JSON. Field names are case-insensitive.
 */
export const SECRET = 'secret-of-the-funnel';

const SPECIFICATION = 'https://ll.media/solar_posting/';

const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';
const JORNAYA_ID = '01E35D5B-6F8C-4A2D-9B37-2F4C8D1E6A90';

export const examples: readonly SourceExample[] = [
  {
    name: 'a normal lead',
    documentedAt: SPECIFICATION,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      lp_campaign_id: '64b9ccf73e38c',
      lp_campaign_key: SECRET,
      lp_s1: 'google',
      lp_s2: '',
      lp_response: 'JSON',
      first_name: 'Margaret',
      last_name: 'Ellison',
      phone_home: '5125550142',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      email_address: 'margaret.ellison@example.com',
      dob: '1963-06-15',
      ip_address: '203.0.113.7',
      tcpa_text: 'A licensed agent may call me about annuities.',
      vendor_lead_id: '88412',
      jornaya_lead_id: JORNAYA_ID,
      trusted_form_cert_url: CERTIFICATE,
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }).toString(),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          trustedFormCertUrl: CERTIFICATE,
          jornayaLeadId: JORNAYA_ID,
          ipAddress: '203.0.113.7',
          tcpaText: 'A licensed agent may call me about annuities.',
        },
      },
      extras: {
        lp_campaign_id: '64b9ccf73e38c',
        lp_s1: 'google',
        address: '100 Congress Ave',
        city: 'Austin',
        vendor_lead_id: '88412',
      },
    },
  },
  {
    name: 'a test',
    documentedAt: SPECIFICATION,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      lp_campaign_id: '64b9ccf73e38c',
      lp_campaign_key: SECRET,
      lp_test: '1',
      first_name: 'Margaret',
      last_name: 'Ellison',
      phone_cell: '5125550142',
      state: 'TX',
      zip_code: '78701',
      email_address: 'margaret.ellison@example.com',
      age: '64',
      lead_type: 'Indexed',
      estimated_assets: '$250K-$500K',
      timeline: '0-3 months',
    }).toString(),
    expected: { lead: MARGARET, extras: { lp_campaign_id: '64b9ccf73e38c' }, isTest: true },
  },
  {
    name: 'a lead in the address, with names in another case and two phone numbers that are the same',
    documentedAt: SPECIFICATION,
    method: 'GET',
    headers: {},
    query: new URLSearchParams({
      LP_Campaign_ID: '64b9ccf73e38c',
      LP_Campaign_Key: SECRET,
      LP_Test: '0',
      First_Name: 'Margaret',
      Last_Name: 'Ellison',
      Phone_Home: '512-555-0142',
      Phone_Cell: '(512) 555-0142',
      State: 'tx',
      Zip_Code: '78701',
      Email_Address: 'margaret.ellison@example.com',
      Age: '64',
      Product: 'FIA',
      Assets: '250000',
      Timeframe: 'ASAP',
    }).toString(),
    expected: { lead: MARGARET, extras: { LP_Campaign_ID: '64b9ccf73e38c' } },
  },
  {
    name: 'a post without an email address and with half a phone number',
    documentedAt: SPECIFICATION,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      lp_campaign_id: '64b9ccf73e38c',
      lp_campaign_key: SECRET,
      first_name: 'Margaret',
      last_name: 'Ellison',
      phone_home: '555-0142',
      state: 'TX',
      zip_code: '78701',
      age: '64',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }).toString(),
    expected: { refused: ['phone_home', 'email'] },
  },
];
