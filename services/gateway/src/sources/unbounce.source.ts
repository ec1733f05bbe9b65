import { ADDRESS, type Source } from './source.js';

/** https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook */
export const unbounce: Source = {
  id: 'unbounce',
  name: 'Unbounce',
  recognizedBy: [['data.json']],
  wrappers: ['data.json'],
  // `data.json` repeats the fields of the page.
  envelope: ['data.xml', 'page_id', 'page_name', 'page_url', 'variant'],
  acceptedStatus: 200,
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook',
    steps: [
      'Open the **Page Overview** of your page, then **Integrations** and **Webhooks**.',
      'Click **Add Webhook** and paste the address. Any content type will do.',
      'Publish the page, and fill in its form once yourself.',
    ],
    screen: { title: 'Add Webhook', fields: { URL: ADDRESS, 'Content type': 'any' } },
  },
};
