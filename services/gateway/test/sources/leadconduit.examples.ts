import {
  CERTIFICATE,
  form,
  JORNAYA_ID,
  json,
  MARGARET,
  type SourceExample,
  toQuery,
} from './source-example.js';

/**
 * "LeadConduit Standard" posts all fields of the flow under LeadConduit's names; "Custom" posts what the flow's owner maps,
 * here with LeadConduit's id of the lead as `lead_id`. There is no test marker. The answer needs an `outcome` (`success`,
 * `failure` or `error`) and, unless it is a success, a `reason`.
 */
const STANDARD = 'https://github.com/activeprospect/leadconduit-integration-default';
const CUSTOM = 'https://github.com/activeprospect/leadconduit-integration-custom';

export const examples: readonly SourceExample[] = [
  {
    name: 'all fields of a flow',
    documentedAt: STANDARD,
    ...form({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone_1: '5125550142',
      address_1: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      postal_code: '78701',
      dob: '1963-06-15',
      ip_address: '203.0.113.7',
      trustedform_cert_url: CERTIFICATE,
      universal_leadid: JORNAYA_ID,
      reference: 'click-7',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      comments: '',
      price: '0',
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: {
          trustedFormCertUrl: CERTIFICATE,
          jornayaLeadId: JORNAYA_ID,
          ipAddress: '203.0.113.7',
        },
        reference: 'click-7',
      },
      extras: { address_1: '100 Congress Ave', city: 'Austin', price: '0' },
    },
  },
  {
    name: 'mapped properties in nested objects',
    documentedAt: CUSTOM,
    ...json({
      lead_id: '5fd7c0a1b2e34d0017a9c6e1',
      contact: {
        first_name: 'Margaret',
        last_name: 'Ellison',
        email: 'margaret.ellison@example.com',
        phone_1: '5125550142',
        state: 'TX',
        postal_code: '78701',
        age: 64,
      },
      annuity: {
        product: 'Fixed Indexed',
        estimated_assets: '$250,000 - $500,000',
        timeframe: 'Within 3 months',
      },
      consent: { trustedform_cert_url: CERTIFICATE, consent_timestamp: '2026-01-05T14:02:41.000Z' },
      campaign: { utm_source: 'google', utm_term: null },
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { trustedFormCertUrl: CERTIFICATE, consentedAt: '2026-01-05T14:02:41.000Z' },
      },
      extras: { 'campaign.utm_source': 'google' },
      idempotencyKey: '5fd7c0a1b2e34d0017a9c6e1',
    },
  },
  {
    name: 'all fields of a flow in the address, with data that an earlier step appended',
    documentedAt: STANDARD,
    query: toQuery({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone_1: '5125550142',
      state: 'TX',
      postal_code: '78701',
      age: '64',
      product: 'FIA',
      estimated_assets: '250000',
      timeline: 'ASAP',
      'trustedform.outcome': 'success',
      'trustedform.page_title': 'Annuity Quote',
      price: '12.5',
    }),
    expected: {
      lead: MARGARET,
      extras: {
        'trustedform.outcome': 'success',
        'trustedform.page_title': 'Annuity Quote',
        price: '12.5',
      },
    },
  },
  {
    name: 'values that LeadConduit could not read and passes on as they came',
    documentedAt: STANDARD,
    ...form({
      first_name: 'Margaret',
      last_name: 'Ellison',
      email: 'margaret.ellison@example.com',
      phone_1: '512-555',
      state: 'TX',
      postal_code: '',
      age: '64',
      annuity_type: 'Fixed Indexed Annuity',
      estimated_assets: '$250,000 - $500,000',
      purchase_timeline: 'Within 3 months',
      price: '0',
    }),
    expected: { refused: ['phone_1', 'postal_code'] },
  },
];
