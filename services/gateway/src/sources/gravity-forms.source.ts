import { genericSource } from './any.source.js';
import { ADDRESS, type Source } from './source.js';

export const gravityForms: Source = {
  ...genericSource,
  id: 'gravity-forms',
  name: 'Gravity Forms',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://docs.gravityforms.com/triggering-webhooks-form-submissions/',
    steps: [
      'Install and activate the **Webhooks Add-On**.',
      'Open **Form Settings**, then **Webhooks**, and click **Add New**.',
      'Enter the settings. Choose **Select Fields**: with **All Fields**, Gravity Forms sends numbers in place of names.',
      'Save the feed, and fill in the form once yourself.',
    ],
    screen: {
      title: 'Webhooks Feed Settings',
      fields: {
        'Request URL': ADDRESS,
        'Request Method': '`POST`',
        'Request Format': '`JSON`',
        'Request Body': '`Select Fields`',
        'Field Values': '`first_name`, `email`, `zip` and so on, each with its field',
      },
    },
  },
};
