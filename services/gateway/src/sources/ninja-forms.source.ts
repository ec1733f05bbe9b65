import { genericSource } from './any.source.js';
import { ADDRESS, type Source } from './source.js';

export const ninjaForms: Source = {
  ...genericSource,
  id: 'ninja-forms',
  name: 'Ninja Forms',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: null,
    steps: [
      'Install the add-on **Webhooks**.',
      'Edit the form, open **Emails & Actions** and add the action **Webhooks**.',
      'Enter the values. Add an argument for each of our fields.',
      'Publish, and fill in the form once yourself.',
    ],
    screen: {
      title: 'Webhooks',
      fields: {
        'Remote URL': ADDRESS,
        'Remote Method': '`Post`',
        Args: '`first_name`, `email`, `zip` and so on, each with its field',
      },
    },
  },
};
