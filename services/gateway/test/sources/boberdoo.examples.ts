import { CERTIFICATE, form, MARGARET, SECRET, type SourceExample, toQuery } from './source-example.js';

/**
 * A post to boberdoo's specification carries its key as `Key` and marks a test with `Test_Lead`. `TYPE` is the number
 * of a lead type in boberdoo, not an annuity type. The envelope is `API_Action`, `Mode` and `Format`; `Format` is the
 * requested form of the answer, XML or JSON.
 */
const PING_POST = 'https://example.leadprosper.tech/boberdoo-ping-post';
const RESPONSES = 'https://www.boberdoo.com/lead-posting-responses';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36';

export const examples: readonly SourceExample[] = [
  {
    name: 'a normal lead',
    documentedAt: PING_POST,
    ...form({
      Key: SECRET,
      API_Action: 'pingPostLead',
      Mode: 'full',
      Format: 'JSON',
      TYPE: '33',
      SRC: 'annuity_desk',
      Sub_ID: 'click-7',
      Pub_ID: '13',
      IP_Address: '203.0.113.7',
      User_Agent: BROWSER,
      Landing_Page: 'https://www.example.com/annuity-quote',
      Trusted_Form_URL: CERTIFICATE,
      TCPA_Consent: 'Yes',
      TCPA_Language: 'A licensed agent may call me about annuities.',
      First_Name: 'Margaret',
      Last_Name: 'Ellison',
      Address: '100 Congress Ave',
      City: 'Austin',
      State: 'TX',
      Zip: '78701',
      Primary_Phone: '5125550142',
      Secondary_Phone: '',
      Email: 'margaret.ellison@example.com',
      DOB: '06/15/1963',
      Annuity_Type: 'Fixed Indexed Annuity',
      Investable_Assets: '$250,000 - $500,000',
      Timeframe: 'Within 3 months',
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          trustedFormCertUrl: CERTIFICATE,
          landingPageUrl: 'https://www.example.com/annuity-quote',
          ipAddress: '203.0.113.7',
          tcpaText: 'A licensed agent may call me about annuities.',
        },
        reference: 'click-7',
      },
      extras: {
        TYPE: '33',
        SRC: 'annuity_desk',
        Pub_ID: '13',
        User_Agent: BROWSER,
        TCPA_Consent: 'Yes',
        Address: '100 Congress Ave',
        City: 'Austin',
      },
    },
  },
  {
    name: 'a test',
    ...form({
      Key: SECRET,
      API_Action: 'submitLead',
      Format: 'XML',
      TYPE: '33',
      SRC: 'annuity_desk',
      Test_Lead: '1',
      First_Name: 'Margaret',
      Last_Name: 'Ellison',
      State: 'TX',
      Zip: '78701',
      Primary_Phone: '5125550142',
      Email: 'margaret.ellison@example.com',
      Age: '64',
      Lead_Type: 'Indexed',
      Estimated_Assets: '$250K-$500K',
      Purchase_Timeline: '0-3 months',
    }),
    expected: { lead: MARGARET, extras: { TYPE: '33', SRC: 'annuity_desk' }, isTest: true },
  },
  {
    name: 'a lead in the address, with a landing page that is not an address',
    documentedAt: RESPONSES,
    query: toQuery({
      Key: SECRET,
      TYPE: '33',
      SRC: 'annuity_desk',
      Landing_Page: 'landing',
      First_Name: 'Margaret',
      Last_Name: 'Ellison',
      State: 'TX',
      Zip: '78701',
      Phone: '(512) 555-0142',
      Email: 'margaret.ellison@example.com',
      Age: '64',
      Product: 'FIA',
      Assets: '250000',
      Timeline: 'ASAP',
    }),
    expected: {
      lead: MARGARET,
      extras: { TYPE: '33', SRC: 'annuity_desk', Landing_Page: 'landing' },
    },
  },
  {
    name: 'a ping, which has no person',
    documentedAt: PING_POST,
    ...form({
      Key: SECRET,
      API_Action: 'pingPostLead',
      Mode: 'ping',
      TYPE: '33',
      SRC: 'annuity_desk',
      State: 'TX',
      Zip: '78701',
      DOB: '06/15/1963',
      Annuity_Type: 'Fixed Indexed Annuity',
      Investable_Assets: '$250,000 - $500,000',
      Timeframe: 'Within 3 months',
    }),
    expected: { refused: ['first_name', 'last_name', 'email', 'phone'] },
  },
];
