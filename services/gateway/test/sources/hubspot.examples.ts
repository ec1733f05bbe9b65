import { json, MARGARET, type SourceExample } from './source-example.js';

/**
 * A workflow sends all properties of a contact, or those that its owner selected. With all of them, names and values are
 * those of `properties`, whose `versions` are the past; everything else is the envelope. `hs_object_id` is the contact and
 * stays the same in later workflows, so that it does not distinguish requests. A request of a test is not marked and leaves
 * out the key. For a form, the envelope is `submittedAt` and `context.hutk`.
 */
const WORKFLOWS = 'https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows';
const FORMS = 'https://developers.hubspot.com/docs/methods/forms/submit_form_v3';

const SUBMITTED_AT = 1767621761000;

const toProperty = (value: string) => ({
  value,
  versions: [
    {
      value,
      'source-type': 'FORM',
      'source-id': '3f2a1b7c-6d5e-4f80-9a1b-2c3d4e5f6071',
      'source-label': 'Annuity Quote',
      timestamp: SUBMITTED_AT,
      selected: false,
    },
  ],
});

const toContact = (properties: Readonly<Record<string, string>>) =>
  json({
    vid: 90351,
    'canonical-vid': 90351,
    'merged-vids': [],
    'portal-id': 8247786,
    'is-contact': true,
    'profile-url': 'https://app.hubspot.com/contacts/8247786/contact/90351',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, toProperty(value)]),
    ),
    'form-submissions': [
      {
        'conversion-id': '2e137f47-a86e-4879-8322-d47f6f529a93',
        timestamp: SUBMITTED_AT,
        'form-id': '3f2a1b7c-6d5e-4f80-9a1b-2c3d4e5f6071',
        'portal-id': 8247786,
        'page-url': 'https://www.example.com/annuity-quote',
        'page-title': 'Annuity Quote',
        title: 'Annuity Quote',
      },
    ],
    'list-memberships': [],
    'identity-profiles': [
      {
        vid: 90351,
        identities: [
          {
            type: 'EMAIL',
            value: 'margaret.ellison@example.com',
            timestamp: SUBMITTED_AT,
            'is-primary': true,
          },
          { type: 'LEAD_GUID', value: 'ca13fbc9-25e1-4837-be8c-3f3273f9c2cf', timestamp: SUBMITTED_AT },
        ],
      },
    ],
    'merge-audits': [],
  });

const toField = (name: string, value: string) => ({ objectTypeId: '0-1', name, value });

export const examples: readonly SourceExample[] = [
  {
    name: 'a workflow that sends all properties of the contact',
    ...toContact({
      firstname: 'Margaret',
      lastname: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '+15125550142',
      state: 'Texas',
      zip: '78701',
      age: '64',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      company: '',
      hs_object_id: '90351',
      createdate: '1767621760412',
      lifecyclestage: 'lead',
      hs_analytics_source: 'PAID_SEARCH',
    }),
    expected: {
      lead: MARGARET,
      extras: {
        hs_object_id: '90351',
        createdate: '1767621760412',
        lifecyclestage: 'lead',
        hs_analytics_source: 'PAID_SEARCH',
      },
    },
  },
  {
    name: 'a workflow that sends selected properties',
    documentedAt: WORKFLOWS,
    ...json({
      firstname: 'Margaret',
      lastname: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '(512) 555-0142',
      state: 'TX',
      zip: '78701',
      date_of_birth: '1963-06-15',
      annuity_type: 'Fixed Indexed',
      estimated_assets: '250000',
      purchase_timeline: 'ASAP',
      hs_object_id: 90351,
      hs_google_click_id: 'EAIaIQobChMI8pWz1b7hhQMV',
      jobtitle: null,
    }),
    expected: {
      lead: MARGARET,
      extras: { hs_object_id: '90351', hs_google_click_id: 'EAIaIQobChMI8pWz1b7hhQMV' },
    },
  },
  {
    name: 'a form, as it is submitted to HubSpot',
    documentedAt: FORMS,
    ...json({
      submittedAt: String(SUBMITTED_AT),
      fields: [
        toField('firstname', 'Margaret'),
        toField('lastname', 'Ellison'),
        toField('email', 'margaret.ellison@example.com'),
        toField('phone', '(512) 555-0142'),
        toField('state', 'Texas'),
        toField('zip', '78701'),
        toField('age', '64'),
        toField('annuity_type', 'Fixed Indexed Annuity'),
        toField('estimated_assets', '$250,000 - $500,000'),
        toField('purchase_timeline', 'Within 3 months'),
        toField('utm_source', 'google'),
        toField('message', ''),
      ],
      context: {
        hutk: '60c2ccdfe4892f0fa0593940b12c11aa',
        ipAddress: '203.0.113.7',
        pageUri: 'www.example.com/annuity-quote',
        pageName: 'Annuity Quote',
      },
      legalConsentOptions: {
        consent: {
          consentToProcess: true,
          text: 'I agree to the privacy policy.',
          communications: [
            {
              value: true,
              subscriptionTypeId: 999,
              text: 'A licensed agent may call me about annuities.',
            },
          ],
        },
      },
    }),
    expected: {
      lead: { ...MARGARET, consent: { ipAddress: '203.0.113.7' } },
      extras: {
        utm_source: 'google',
        'context.pageUri': 'www.example.com/annuity-quote',
        'context.pageName': 'Annuity Quote',
        'legalConsentOptions.consent.consentToProcess': 'true',
        'legalConsentOptions.consent.text': 'I agree to the privacy policy.',
        'legalConsentOptions.consent.communications.value': 'true',
        'legalConsentOptions.consent.communications.subscriptionTypeId': '999',
        'legalConsentOptions.consent.communications.text': 'A licensed agent may call me about annuities.',
      },
    },
  },
  {
    name: 'check boxes with two checked, which are one text, and an empty property',
    ...toContact({
      firstname: 'Margaret',
      lastname: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '',
      state: 'Texas',
      zip: '78701',
      age: '64',
      annuity_type: 'Fixed Indexed;MYGA',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      hs_object_id: '90351',
    }),
    expected: { refused: ['phone', 'annuity_type'] },
  },
];
