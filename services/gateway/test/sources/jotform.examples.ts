import { MARGARET, multipart, type SourceExample, toPhpJson } from './source-example.js';

/**
 * Jotform signs nothing, and sends the whole private address along as `webhookURL`, which is therefore a secret.
 * Answers are inside `rawRequest`, which is JSON, and are named without that prefix. The envelope is every field that
 * is empty by default, plus `username`, `type`, `submissionID`, `pretty` (the answers again, as a text), and in
 * `rawRequest` what describes the page: from `slug` to `eventObserver`, `event_id`, `timeToSubmit`,
 * `validatedNewRequiredFieldIDs` and `path`.
 */
const DOCUMENTATION = 'https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/';

interface Submission {
  readonly id: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly pretty: string;
}

const toRequest = ({ id, answers, pretty }: Submission) =>
  multipart({
    action: '',
    webhookURL: 'https://desk.example.com/api/ingest/in/secret-of-the-funnel',
    username: 'annuity_quotes',
    formID: '243231271343446',
    type: 'WEB',
    customParams: '',
    product: '',
    formTitle: 'Annuity Quote',
    customTitle: '',
    submissionID: id,
    event: '',
    documentID: '',
    teamID: '',
    subject: '',
    isSilent: '',
    customBody: '',
    rawRequest: toPhpJson({
      slug: 'submit/243231271343446',
      jsExecutionTracker:
        'build-date-1767621600000=>init-started:1767621612703=>init-complete:1767621612707=>onsubmit-fired:1767621761940',
      submitSource: 'form',
      buildDate: '1767621600000',
      uploadServerUrl: 'https://upload.jotform.com/upload',
      eventObserver: '1',
      ...answers,
      event_id: '1767621612703_243231271343446_ZWbBbs3',
      timeToSubmit: '149',
      validatedNewRequiredFieldIDs: '{"new":1}',
      path: '/submit/243231271343446',
    }),
    fromTable: '',
    appID: '',
    pretty,
    unread: '',
    parent: '',
    ip: '203.0.113.7',
  });

const FORM = { formID: '243231271343446', formTitle: 'Annuity Quote' };

export const examples: readonly SourceExample[] = [
  {
    name: 'a submission with the parts of a name and an address',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      id: '6084250982513018472',
      answers: {
        q3_name: { first: 'Margaret', last: 'Ellison' },
        q4_email: 'margaret.ellison@example.com',
        q5_phoneNumber: { full: '(512) 555-0142' },
        q6_address: {
          addr_line1: '500 Congress Avenue',
          addr_line2: '',
          city: 'Austin',
          state: 'Texas',
          postal: '78701',
        },
        q7_age: '64',
        q8_annuityType: 'Fixed Indexed Annuity',
        q9_estimatedAssets: '$250,000 - $500,000',
        q10_purchaseTimeline: 'Within 3 months',
        q11_utm_source: 'google',
        q12_gclid: '',
      },
      pretty:
        'Name:Margaret Ellison, Email:margaret.ellison@example.com, Phone Number:(512) 555-0142, Address:Street Address: 500 Congress Avenue City: Austin State: Texas Zip Code: 78701, Age:64, Annuity Type:Fixed Indexed Annuity, Estimated Assets:$250,000 - $500,000, Purchase Timeline:Within 3 months, utm_source:google',
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: {
        ...FORM,
        'q6_address.addr_line1': '500 Congress Avenue',
        'q6_address.city': 'Austin',
        q11_utm_source: 'google',
      },
      idempotencyKey: '6084250982513018472',
    },
  },
  {
    name: 'a submission with the parts of a phone number and of a date, and check boxes with one checked',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      id: '6084251733914502218',
      answers: {
        q3_fullName: { prefix: '', first: 'Margaret', middle: '', last: 'Ellison', suffix: '' },
        q4_email: 'margaret.ellison@example.com',
        q5_phone: { area: '512', phone: '555-0142' },
        q6_state: 'TX',
        q7_zipCode: '78701',
        q8_dateOfBirth: { month: '06', day: '15', year: '1963' },
        q9_annuityType: ['Fixed Indexed'],
        q10_estimatedAssets: '$250K-$500K',
        q11_purchaseTimeline: '0-3 months',
        q12_typeA: '1',
      },
      pretty:
        'Full Name:Margaret Ellison, Email:margaret.ellison@example.com, Phone:(512) 555-0142, State:TX, ZIP Code:78701, Date of Birth:06 15 1963, Annuity Type:Fixed Indexed, Estimated Assets:$250K-$500K, Purchase Timeline:0-3 months',
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: { ...FORM, q12_typeA: '1' },
      idempotencyKey: '6084251733914502218',
    },
  },
  {
    name: 'check boxes with two checked, an empty date and a table',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      id: '6084252410077196545',
      answers: {
        q3_name: { first: 'Margaret', last: 'Ellison' },
        q4_email: 'margaret.ellison@example.com',
        q5_phoneNumber: { full: '(512) 555-0142' },
        q6_address: { addr_line1: '', addr_line2: '', city: '', state: 'Texas', postal: '78701' },
        q7_age: '64',
        q8_annuityType: ['Fixed Indexed', 'MYGA'],
        q9_estimatedAssets: '$250,000 - $500,000',
        q10_purchaseTimeline: 'Within 3 months',
        q15_date: { month: '', day: '', year: '' },
        q19_table: { colIds: '["0","1"]', rowIds: '["0","1"]' },
      },
      pretty:
        'Name:Margaret Ellison, Email:margaret.ellison@example.com, Phone Number:(512) 555-0142, Address:State: Texas Zip Code: 78701, Age:64, Annuity Type:Fixed Indexed MYGA, Estimated Assets:$250,000 - $500,000, Purchase Timeline:Within 3 months',
    }),
    expected: { refused: ['q8_annuityType'] },
  },
  {
    name: 'a submission without an address and with an incomplete phone number',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      id: '6084253092218840137',
      answers: {
        q3_name: { first: 'Margaret', last: 'Ellison' },
        q4_email: 'margaret.ellison@example.com',
        q5_phoneNumber: { full: '(512) 555-' },
        q7_age: '64',
        q8_annuityType: 'Fixed Indexed Annuity',
        q9_estimatedAssets: '$250,000 - $500,000',
        q10_purchaseTimeline: 'Within 3 months',
      },
      pretty:
        'Name:Margaret Ellison, Email:margaret.ellison@example.com, Phone Number:(512) 555-, Age:64, Annuity Type:Fixed Indexed Annuity, Estimated Assets:$250,000 - $500,000, Purchase Timeline:Within 3 months',
    }),
    expected: { refused: ['q5_phoneNumber', 'state', 'zip_code'] },
  },
];
