import { CERTIFICATE, form, FULL_NAME_ONLY, MARGARET, type SourceExample } from './source-example.js';

/**
 * The answers are JSON in the form field `data.json`, each in an array; `data.xml` repeats them. All other form fields
 * describe the page, and `data.json` repeats those too. Nothing proves that a request comes from Unbounce.
 */
const DOCUMENTATION = 'https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook';

const PAGE_URL = 'https://www.example.com/annuity-quote/';

type Answers = Readonly<Record<string, readonly string[]>>;

const PAGE: Answers = {
  ip_address: ['203.0.113.7'],
  page_uuid: ['a2838d98-4cf4-41df-a3fd-00163e372d58'],
  variant: ['b'],
  time_submitted: ['02:02 PM UTC'],
  date_submitted: ['2026-01-05'],
  page_url: [PAGE_URL],
  page_name: ['Annuity Quote'],
};

const PAGE_EXTRAS = {
  page_uuid: 'a2838d98-4cf4-41df-a3fd-00163e372d58',
  variant: 'b',
  time_submitted: '02:02 PM UTC',
  date_submitted: '2026-01-05',
  page_name: 'Annuity Quote',
};

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const toXml = (answers: Answers): string => {
  const elements = Object.entries(answers).flatMap(([name, values]) =>
    values.map((value) => `<${name}>${escapeXml(value)}</${name}>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><form_data>${elements.join('')}</form_data>`;
};

const toRequest = (answers: Answers) =>
  form({
    page_url: PAGE_URL,
    page_name: 'Annuity Quote',
    page_id: 'a2838d98-4cf4-41df-a3fd-00163e372d58',
    variant: 'b',
    'data.json': JSON.stringify({ ...answers, ...PAGE }),
    'data.xml': toXml({ ...answers, ...PAGE }),
  });

const CONSENT = { landingPageUrl: PAGE_URL, ipAddress: '203.0.113.7' };

export const examples: readonly SourceExample[] = [
  {
    name: 'a normal lead',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      first_name: ['Margaret'],
      last_name: ['Ellison'],
      email: ['margaret.ellison@example.com'],
      phone_number: ['(512) 555-0142'],
      state: ['Texas'],
      zip_code: ['78701'],
      age: ['64'],
      annuity_type: ['Fixed Indexed Annuity'],
      estimated_assets: ['$250,000 - $500,000'],
      purchase_timeline: ['Within 3 months'],
      utm_source: ['google'],
      utm_term: [''],
      gclid: ['EAIaIQobChMI8pWz1b7hhQMV'],
    }),
    expected: {
      lead: { ...MARGARET, consent: CONSENT },
      extras: { ...PAGE_EXTRAS, utm_source: 'google', gclid: 'EAIaIQobChMI8pWz1b7hhQMV' },
    },
  },
  {
    name: 'fields that were mapped to our names, and a certificate in a hidden field',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      full_name: ['Margaret Ellison'],
      email: ['margaret.ellison@example.com'],
      phone: ['512.555.0142'],
      state: ['TX'],
      zip: ['78701'],
      age_range: ['61 - 65'],
      lead_type: ['FIA'],
      assets: ['$250k-$500k'],
      timeframe: ['Immediately'],
      xxTrustedFormCertUrl: [CERTIFICATE],
    }),
    expected: {
      lead: {
        ...FULL_NAME_ONLY,
        consent: {
          ...CONSENT,
          trustedFormCertUrl: CERTIFICATE,
        },
      },
      extras: PAGE_EXTRAS,
    },
  },
  {
    name: 'a consent check box, and two checked boxes of a question that is not one of our fields',
    ...toRequest({
      first_name: ['Margaret'],
      last_name: ['Ellison'],
      email: ['margaret.ellison@example.com'],
      phone_number: ['5125550142'],
      state: ['TX'],
      zip_code: ['78701'],
      date_of_birth: ['06/15/1963'],
      annuity_type: ['Indexed'],
      estimated_assets: ['$250K - $500K'],
      purchase_timeline: ['0-3 Months'],
      contact_me_by: ['Phone', 'Email'],
      i_agree: ['I agree & want to be called'],
    }),
    expected: {
      lead: { ...MARGARET, consent: CONSENT },
      extras: {
        ...PAGE_EXTRAS,
        contact_me_by: 'Phone, Email',
        i_agree: 'I agree & want to be called',
      },
    },
  },
  {
    name: 'an empty field, and two checked boxes where one is expected',
    documentedAt: DOCUMENTATION,
    ...toRequest({
      first_name: ['Margaret'],
      last_name: ['Ellison'],
      email: ['margaret.ellison@example.com'],
      phone_number: [''],
      state: ['Texas'],
      zip_code: ['78701'],
      age: ['64'],
      annuity_type: ['Fixed Indexed', 'MYGA'],
      estimated_assets: ['$250,000 - $500,000'],
      purchase_timeline: ['Within 3 months'],
    }),
    expected: { refused: ['phone_number', 'annuity_type'] },
  },
];
