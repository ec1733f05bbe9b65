import { ADDRESS, type Source } from './source.js';

/** Forms of Elementor Pro, with and without "Advanced Data". Shows its visitor an error unless the answer is 200. */
export const elementor: Source = {
  id: 'elementor',
  name: 'Elementor',
  recognizedBy: [
    ['form_id', 'form_name'],
    ['form.id', 'form.name', 'fields'],
  ],
  wrappers: ['fields', 'meta'],
  acceptedStatus: 200,
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: null,
    steps: [
      'Edit the form in Elementor. Under **Actions After Submit**, add **Webhook**.',
      'Open the section **Webhook** and paste the address.',
      'Update the page, and fill in its form once yourself.',
    ],
    screen: { title: 'Webhook', fields: { 'Webhook URL': ADDRESS, 'Advanced Data': 'on or off' } },
    onError: 'If we refuse a lead, Elementor shows its visitor an error.',
  },
};
