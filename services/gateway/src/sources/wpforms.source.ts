import { genericSource } from './any.source.js';
import { ADDRESS, type Source } from './source.js';

export const wpforms: Source = {
  ...genericSource,
  id: 'wpforms',
  name: 'WPForms',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: null,
    steps: [
      'Install the **Webhooks** addon.',
      'Open the form, then **Settings > Webhooks**, and switch webhooks on.',
      'Enter the values. Under **Request Body**, add a row for each of our fields.',
      'Save, and fill in the form once yourself.',
    ],
    screen: {
      title: 'Webhooks',
      fields: {
        'Request URL': ADDRESS,
        'Request Method': '`POST`',
        'Request Format': '`JSON`',
        'Request Body': '`first_name`, `email`, `zip` and so on, each with its field',
      },
    },
  },
};
