import { genericSource } from './any.source.js';
import { ADDRESS, type Source } from './source.js';

export const make: Source = {
  ...genericSource,
  id: 'make',
  name: 'Make',
  setUp: {
    group: 'CRM and automation',
    documentedAt: 'https://apps.make.com/http',
    steps: [
      'Add the module **HTTP: Make a request** to the scenario.',
      'Paste the address and choose the settings.',
      'Write the lead as JSON, with our field names and the values of earlier modules.',
      'Click **Run once**, then switch the scenario on.',
    ],
    screen: {
      title: 'Make a request',
      fields: {
        URL: ADDRESS,
        Method: '`POST`',
        'Body type': '`Raw`',
        'Content type': '`JSON (application/json)`',
        'Request content': 'the lead as JSON',
      },
    },
  },
};
