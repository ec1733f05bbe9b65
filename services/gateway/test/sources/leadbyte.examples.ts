import { CERTIFICATE, json, MARGARET, SECRET, type SourceExample, toQuery } from './source-example.js';

/**
 * A post to LeadByte's REST API carries its key in the header `X_KEY`, with an underscore, or as `key` in the body, and may
 * hold a list of leads. The older API has no key. `testmode` marks a test. The envelope is `returnjson`.
 */
const REST = 'https://docs.leadcapture.io/article/315-leadbyte-integration';
const CLASSIC = 'https://helpcentre.leadbyte.com/integration?slice=5d0b8d5fca649478671390';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';

export const examples: readonly SourceExample[] = [
  {
    name: 'a lead of a funnel with a native integration',
    documentedAt: REST,
    ...json({
      campid: 'ANNUITY-US',
      sid: '12',
      ssid: 'google',
      firstname: 'Margaret',
      lastname: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone1: '5125550142',
      address1: '100 Congress Ave',
      city: 'Austin',
      state: 'Texas',
      postcode: '78701',
      dob: '1963-06-15',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      ipaddress: '203.0.113.7',
      source: 'https://www.example.com/annuity-quote',
      user_agent: BROWSER,
      trustedform_cert_url: CERTIFICATE,
      optinurl: 'https://www.example.com/annuity-quote',
      optindate: '2026-01-05',
    }),
    expected: {
      lead: { ...MARGARET, consent: { trustedFormCertUrl: CERTIFICATE, ipAddress: '203.0.113.7' } },
      extras: {
        campid: 'ANNUITY-US',
        sid: '12',
        ssid: 'google',
        address1: '100 Congress Ave',
        city: 'Austin',
        source: 'https://www.example.com/annuity-quote',
        user_agent: BROWSER,
        optinurl: 'https://www.example.com/annuity-quote',
        optindate: '2026-01-05',
      },
    },
  },
  {
    name: 'a test',
    documentedAt: REST,
    ...json({
      campid: 'ANNUITY-US',
      testmode: 'yes',
      firstname: 'Margaret',
      lastname: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone1: '(512) 555-0142',
      state: 'TX',
      postcode: '78701',
      age: '64',
      lead_type: 'Indexed',
      estimated_assets: '$250K-$500K',
      timeline: '0-3 months',
    }),
    expected: { lead: MARGARET, extras: { campid: 'ANNUITY-US' }, isTest: true },
  },
  {
    name: 'a list of one lead, with the key in the body',
    ...json({
      key: SECRET,
      leads: [
        {
          campid: 'ANNUITY-US',
          sid: 12,
          testmode: 'no',
          firstname: 'Margaret',
          lastname: 'Ellison',
          email: 'margaret.ellison@example.com',
          phone1: 5125550142,
          state: 'TX',
          postcode: 78701,
          age: 64,
          product: 'FIA',
          assets: 250000,
          timeframe: 'ASAP',
          c1: 'click',
          c2: '',
        },
      ],
    }),
    expected: { lead: MARGARET, extras: { campid: 'ANNUITY-US', sid: '12', c1: 'click' } },
  },
  {
    name: 'a lead of the older API with a British postal code and a local phone number',
    documentedAt: CLASSIC,
    query: toQuery({
      returnjson: 'yes',
      campid: 'ANNUITY-US',
      sid: '1',
      email: 'margaret.ellison@example.com',
      firstname: 'Margaret',
      lastname: 'Ellison',
      phone1: '555-0142',
      state: 'TX',
      postcode: 'SW1A 1AA',
      age: '64',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
    }),
    expected: { refused: ['phone1', 'postcode'] },
  },
];
