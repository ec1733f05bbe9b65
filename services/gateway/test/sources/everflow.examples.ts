import { FULL_NAME_ONLY, MARGARET, type SourceExample, toQuery } from './source-example.js';

/**
 * A postback calls the address by GET. The owner names its parameters and fills them with macros such as `{transaction_id}`;
 * the person's answers travel in macros as `{adv1}` and `{sub1}`. Nothing proves that a request comes from Everflow. The
 * envelope is the time of the conversion, here as `timestamp`.
 */
const MACROS = 'https://helpdesk.everflow.io/en/articles/6173403-a-guide-to-parameters-and-macros';

const TRANSACTION_ID = '56d75d3a4d6e433fb215698c056d0d58';

const PERSON = {
  first_name: 'Margaret',
  last_name: 'Ellison',
  email: 'margaret.ellison@example.com',
  phone: '(512) 555-0142',
  state: 'Texas',
  zip: '78701',
};

export const examples: readonly SourceExample[] = [
  {
    name: 'a postback that carries a lead',
    documentedAt: MACROS,
    query: toQuery({
      transaction_id: TRANSACTION_ID,
      offer_id: '118',
      affiliate_id: '42',
      ...PERSON,
      age: '64',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      sub1: 'google',
      sub2: '',
      timestamp: '1767621761',
    }),
    expected: {
      lead: MARGARET,
      extras: { offer_id: '118', affiliate_id: '42', sub1: 'google' },
      idempotencyKey: TRANSACTION_ID,
    },
  },
  {
    name: 'a postback with the IP address and the source of the click',
    query: toQuery({
      transaction_id: TRANSACTION_ID,
      ...PERSON,
      dob: '06/15/1963',
      product: 'FIA',
      assets: '250000',
      timeframe: 'ASAP',
      ip: '203.0.113.7',
      source_id: 'newsletter',
      sub_id: 'click-7',
      event_name: '',
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' }, reference: 'click-7' },
      extras: { source_id: 'newsletter' },
      idempotencyKey: TRANSACTION_ID,
    },
  },
  {
    name: 'a plus sign and an encoding that the partner wrote into its link',
    query: [
      `transaction_id=${TRANSACTION_ID}`,
      'name=Margaret+Ellison',
      'email=margaret.ellison%40example.com',
      'phone=%2B15125550142',
      'state=TX',
      'zip=78701',
      'age=64',
      'lead_type=Fixed%20Indexed',
      'estimated_assets=%24250K-%24500K',
      'timeline=0-3+months',
      'sub1=',
      'sub2',
    ].join('&'),
    expected: {
      lead: FULL_NAME_ONLY,
      extras: {},
      idempotencyKey: TRANSACTION_ID,
    },
  },
  {
    name: 'macros that were not replaced, and an empty one',
    query: toQuery({
      transaction_id: TRANSACTION_ID,
      ...PERSON,
      phone: '{phone_number}',
      age: '64',
      annuity_type: '{annuity_type}',
      estimated_assets: '',
      purchase_timeline: 'Within 3 months',
    }),
    expected: { refused: ['phone', 'annuity_type', 'estimated_assets'] },
  },
];
