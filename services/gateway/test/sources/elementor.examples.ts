import { FULL_NAME_ONLY, MARGARET, type SourceExample, wordPressForm } from './source-example.js';

/**
 * Elementor Pro sends a form with the labels as names, or with "Advanced Data" a list of fields by their ids. Names in
 * `fields` and `meta` are read without these prefixes. A webhook has failed unless it is answered with 200.
 */
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

const toAdvancedField = (id: string, type: string, title: string, value: string) => ({
  [`fields[${id}][id]`]: id,
  [`fields[${id}][type]`]: type,
  [`fields[${id}][title]`]: title,
  [`fields[${id}][value]`]: value,
  [`fields[${id}][raw_value]`]: value,
  [`fields[${id}][required]`]: '1',
});

const toAdvancedMeta = (id: string, title: string, value: string) => ({
  [`meta[${id}][title]`]: title,
  [`meta[${id}][value]`]: value,
});

export const examples: readonly SourceExample[] = [
  {
    name: 'labels as names',
    ...wordPressForm({
      Name: 'Margaret Ellison',
      Email: 'margaret.ellison@example.com',
      Phone: '(512) 555-0142',
      State: 'Texas',
      'ZIP Code': '78701',
      Age: '64',
      'Annuity Type': 'Fixed Indexed Annuity',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      'No Label utm_source': 'google',
      Date: 'January 5, 2026',
      Time: '2:02 pm',
      'Page URL': 'https://www.example.com/annuity-quote/',
      'User Agent': BROWSER,
      'Remote IP': '203.0.113.7',
      'Powered by': 'Elementor',
      form_id: '3f2a1b7',
      form_name: 'Annuity Quote',
    }),
    expected: {
      lead: {
        ...FULL_NAME_ONLY,
        consent: { ipAddress: '203.0.113.7', landingPageUrl: 'https://www.example.com/annuity-quote/' },
      },
      extras: {
        'No Label utm_source': 'google',
        Date: 'January 5, 2026',
        Time: '2:02 pm',
        'User Agent': BROWSER,
        'Powered by': 'Elementor',
        form_id: '3f2a1b7',
        form_name: 'Annuity Quote',
      },
    },
  },
  {
    name: 'advanced data',
    ...wordPressForm({
      'form[id]': '3f2a1b7',
      'form[name]': 'Annuity Quote',
      ...toAdvancedField('first_name', 'text', 'First Name', 'Margaret'),
      ...toAdvancedField('last_name', 'text', 'Last Name', 'Ellison'),
      ...toAdvancedField('email', 'email', 'Email', 'margaret.ellison@example.com'),
      ...toAdvancedField('phone', 'tel', 'Phone', '512-555-0142'),
      ...toAdvancedField('state', 'select', 'State', 'Texas'),
      ...toAdvancedField('zip', 'text', 'ZIP Code', '78701'),
      ...toAdvancedField('field_8c1d2e4', 'number', 'Age', '64'),
      ...toAdvancedField('field_5b7f901', 'radio', 'Annuity Type', 'Fixed Indexed'),
      ...toAdvancedField('assets', 'select', 'Estimated Assets', '$250,000 - $500,000'),
      ...toAdvancedField('timeline', 'select', 'Purchase Timeline', 'Within 3 months'),
      ...toAdvancedField('utm_source', 'hidden', '', 'google'),
      ...toAdvancedField('utm_term', 'hidden', '', ''),
      ...toAdvancedMeta('date', 'Date', 'January 5, 2026'),
      ...toAdvancedMeta('time', 'Time', '2:02 pm'),
      ...toAdvancedMeta('page_url', 'Page URL', 'https://www.example.com/annuity-quote/'),
      ...toAdvancedMeta('user_agent', 'User Agent', BROWSER),
      ...toAdvancedMeta('remote_ip', 'Remote IP', '203.0.113.7'),
      ...toAdvancedMeta('credit', 'Powered by', 'Elementor'),
    }),
    expected: {
      lead: {
        ...MARGARET,
        consent: { ipAddress: '203.0.113.7', landingPageUrl: 'https://www.example.com/annuity-quote/' },
      },
      extras: {
        'form.id': '3f2a1b7',
        'form.name': 'Annuity Quote',
        utm_source: 'google',
        date: 'January 5, 2026',
        time: '2:02 pm',
        user_agent: BROWSER,
        credit: 'Elementor',
      },
    },
  },
  {
    name: 'English questions on a site that is set to Spanish',
    ...wordPressForm({
      'First Name': 'Margaret',
      'Last Name': 'Ellison',
      Email: 'margaret.ellison@example.com',
      Phone: '(512) 555-0142',
      State: 'TX',
      ZIP: '78701',
      'Date of Birth': '1963-06-15',
      'Annuity Type': 'FIA',
      'Estimated Assets': '$250K-$500K',
      'Purchase Timeline': 'ASAP',
      Message: '',
      Fecha: 'enero 5, 2026',
      Hora: '2:02 pm',
      'URL de la página': 'https://www.example.com/annuity-quote/',
      form_id: '3f2a1b7',
      form_name: 'Annuity Quote',
    }),
    expected: {
      lead: MARGARET,
      extras: {
        Fecha: 'enero 5, 2026',
        Hora: '2:02 pm',
        'URL de la página': 'https://www.example.com/annuity-quote/',
        form_id: '3f2a1b7',
        form_name: 'Annuity Quote',
      },
    },
  },
  {
    name: 'check boxes with two checked, and no ZIP code',
    ...wordPressForm({
      Name: 'Margaret Ellison',
      Email: 'margaret.ellison@example.com',
      Phone: '(512) 555-0142',
      State: 'Texas',
      'ZIP Code': '',
      Age: '64',
      'Annuity Type': 'Fixed Indexed, MYGA',
      'Estimated Assets': '$250,000 - $500,000',
      'Purchase Timeline': 'Within 3 months',
      form_id: '3f2a1b7',
      form_name: 'Annuity Quote',
    }),
    expected: { refused: ['ZIP Code', 'Annuity Type'] },
  },
];
