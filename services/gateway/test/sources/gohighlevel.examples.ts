import { CERTIFICATE, json, MARGARET, type SourceExample } from './source-example.js';

/**
 * The workflow action "Webhook" sends the contact with its own fields under their labels; `location` is the account and its
 * address is not the person's. Names in `customData` are the owner's and are preferred. Attribution is about a visit, not
 * about the consent. The envelope is `contact_id`, `location`, `workflow` and `triggerData`; `contact_id` stays the same
 * when the contact runs through the workflow again. "Custom Webhook" sends what its owner writes. A test is not marked.
 */
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

const LOCATION = {
  name: 'Sunshine Retirement',
  address: '200 Ocean Dr',
  city: 'Miami',
  state: 'FL',
  country: 'US',
  postalCode: '33139',
  fullAddress: '200 Ocean Dr, Miami FL 33139',
  id: 't9Ww7bY1xJJ6ThFHZVPC',
};

const ENVELOPE = {
  contact_id: 'gxGfB9wxEy3anxbHB4nT',
  location: LOCATION,
  workflow: { id: 'd325be72-ae1d-490a-b6e7-62b404ecd35b', name: 'Sell annuity leads' },
  triggerData: {},
};

const ATTRIBUTION = {
  sessionSource: 'Paid Search',
  url: 'https://www.example.com/annuity-quote',
  utmSource: 'google',
  gclid: 'EAIaIQobChMI8pWz1b7hhQMV',
  userAgent: BROWSER,
  ip: '203.0.113.7',
  medium: 'form',
  mediumId: null,
};

export const examples: readonly SourceExample[] = [
  {
    name: 'a contact with custom fields, of an account in another state',
    ...json({
      'Annuity Type': 'Fixed Indexed Annuity',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      Age: 64,
      'Best time to call': '',
      ...ENVELOPE,
      first_name: 'Margaret',
      last_name: 'Ellison',
      full_name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      phone: '+15125550142',
      tags: 'annuity,webform',
      address1: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      country: 'US',
      postal_code: '78701',
      date_created: '2026-01-05T14:02:41.703Z',
      contact_source: 'annuity quote',
      full_address: '100 Congress Ave, Austin TX 78701',
      contact_type: 'lead',
      contact: { attributionSource: ATTRIBUTION, lastAttributionSource: {} },
      attributionSource: {},
      customData: {},
    }),
    expected: {
      lead: MARGARET,
      extras: {
        tags: 'annuity,webform',
        address1: '100 Congress Ave',
        city: 'Austin',
        country: 'US',
        date_created: '2026-01-05T14:02:41.703Z',
        contact_source: 'annuity quote',
        full_address: '100 Congress Ave, Austin TX 78701',
        contact_type: 'lead',
        'contact.attributionSource.sessionSource': 'Paid Search',
        'contact.attributionSource.url': 'https://www.example.com/annuity-quote',
        'contact.attributionSource.utmSource': 'google',
        'contact.attributionSource.gclid': 'EAIaIQobChMI8pWz1b7hhQMV',
        'contact.attributionSource.userAgent': BROWSER,
        'contact.attributionSource.ip': '203.0.113.7',
        'contact.attributionSource.medium': 'form',
      },
    },
  },
  {
    name: 'custom data with all fields of a lead',
    ...json({
      ...ENVELOPE,
      first_name: 'margaret',
      last_name: 'ellison',
      full_name: 'margaret ellison',
      email: 'margaret.ellison@example.com',
      tags: '',
      country: 'US',
      date_created: '2026-01-05T14:02:41.703Z',
      full_address: '',
      contact_type: 'lead',
      contact: { attributionSource: {}, lastAttributionSource: {} },
      attributionSource: {},
      customData: {
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone: '(512) 555-0142',
        state: 'Texas',
        zip: '78701',
        dob: 'Jun 15th, 1963',
        lead_type: 'FIA',
        estimated_assets: '250k',
        purchase_timeline: 'ASAP',
        xxTrustedFormCertUrl: CERTIFICATE,
        utm_source: 'google',
        utm_term: '',
      },
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { trustedFormCertUrl: CERTIFICATE },
      },
      extras: {
        country: 'US',
        date_created: '2026-01-05T14:02:41.703Z',
        contact_type: 'lead',
        'customData.utm_source': 'google',
      },
    },
  },
  {
    name: 'a custom webhook',
    ...json({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone: '+1 512-555-0142',
      state: 'TX',
      postal_code: '78701',
      age: '64',
      annuity_type: 'Fixed Indexed',
      estimated_assets: '$250K - $500K',
      purchase_timeline: 'Within 3 months',
      source: 'facebook',
    }),
    expected: { lead: MARGARET, extras: { source: 'facebook' } },
  },
  {
    name: 'check boxes with two checked, and a contact without a phone number',
    ...json({
      'Annuity Type': ['Fixed Indexed', 'MYGA'],
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      Age: 64,
      ...ENVELOPE,
      first_name: 'Margaret',
      last_name: 'Ellison',
      full_name: 'Margaret Ellison',
      email: 'margaret.ellison@example.com',
      tags: '',
      state: 'TX',
      country: 'US',
      postal_code: '78701',
      date_created: '2026-01-05T14:02:41.703Z',
      full_address: 'TX 78701',
      contact_type: 'lead',
      contact: { attributionSource: {}, lastAttributionSource: {} },
      attributionSource: {},
      customData: {},
    }),
    expected: { refused: ['Annuity Type', 'phone'] },
  },
];
