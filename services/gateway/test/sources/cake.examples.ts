import { form, MARGARET, SECRET, type SourceExample, toQuery } from './source-example.js';

/**
 * A post to CAKE's specification carries its key as `ckm_key`, which stays in the address when the body is XML. `ckm_test`
 * marks a test, and so does a first name, last name or address of `ckmtest`. The envelope is `ckm_xml`. The answer is XML:
 * `<result><code>0</code><msg>success</msg><leadid>…</leadid></result>`.
 */
const SERVER_POST =
  'https://support.getcake.com/support/solutions/articles/5000546055-the-cake-posting-document-server-post';
const GET =
  'https://support.getcake.com/support/solutions/articles/5000545824-how-to-update-lead-fields-via-post-get-';
const XML =
  'https://getcake.freshdesk.com/support/solutions/articles/5000546319-buyer-side-posting-leads-to-cake-basic-via-xml';

const PERSON = {
  first_name: 'Margaret',
  last_name: 'Ellison',
  email_address: 'margaret.ellison@example.com',
  phone_home: '5125550142',
  state: 'TX',
  zip_code: '78701',
};

const ANSWERS = {
  age: '64',
  annuity_type: 'Fixed Indexed Annuity',
  estimated_assets: '$250,000 - $500,000',
  purchase_timeline: 'Within 3 months',
};

const CAMPAIGN = { ckm_campaign_id: '3870', ckm_key: SECRET };

export const examples: readonly SourceExample[] = [
  {
    name: 'a lead in the address',
    documentedAt: GET,
    query: toQuery({
      ...CAMPAIGN,
      ckm_subid: 'hnybdgr',
      ...PERSON,
      ...ANSWERS,
      home_city: 'Austin',
      ip_address: '203.0.113.7',
      country: 'US',
      opt_in: '1',
      best_time: '',
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: {
        ckm_campaign_id: '3870',
        ckm_subid: 'hnybdgr',
        home_city: 'Austin',
        country: 'US',
        opt_in: '1',
      },
    },
  },
  {
    name: 'a test by its marker',
    documentedAt: SERVER_POST,
    ...form({ ...CAMPAIGN, ckm_test: '1', ...PERSON, ...ANSWERS }),
    expected: { lead: MARGARET, extras: { ckm_campaign_id: '3870' }, isTest: true },
  },
  {
    name: 'a test by the first name',
    documentedAt: SERVER_POST,
    ...form({ ...CAMPAIGN, ...PERSON, first_name: 'ckmtest', ...ANSWERS }),
    expected: {
      lead: { ...MARGARET, fullName: 'ckmtest Ellison', firstName: 'ckmtest' },
      extras: { ckm_campaign_id: '3870' },
      isTest: true,
    },
  },
  {
    name: 'a lead in XML, with the key in the address',
    documentedAt: XML,
    contentType: 'text/xml',
    query: toQuery({ ckm_xml: '1', ...CAMPAIGN }),
    body: [
      '<XML>',
      '<first_name>Margaret</first_name>',
      '<last_name>Ellison</last_name>',
      '<email_address>margaret.ellison@example.com</email_address>',
      '<phone_cell>5125550142</phone_cell>',
      '<state>TX</state>',
      '<zip_code>78701</zip_code>',
      '<age>64</age>',
      '<product>FIA</product>',
      '<assets>250000</assets>',
      '<timeframe>ASAP</timeframe>',
      '<comments>Mornings &amp; evenings</comments>',
      '<best_time></best_time>',
      '</XML>',
    ].join(''),
    expected: {
      lead: MARGARET,
      extras: { ckm_campaign_id: '3870', comments: 'Mornings & evenings' },
    },
  },
  {
    name: 'an invalid ZIP code, and no phone number',
    documentedAt: SERVER_POST,
    ...form({
      ...CAMPAIGN,
      ...PERSON,
      phone_home: '',
      zip_code: '7870',
      ...ANSWERS,
    }),
    expected: { refused: ['phone_home', 'zip_code'] },
  },
];
