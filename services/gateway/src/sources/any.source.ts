import { ADDRESS, type Source } from './source.js';

/** A tool that has no rules of its own. Finds every field that has a usual name. */
export const genericSource: Source = {
  id: 'any',
  name: 'Any other tool',
  recognizedBy: [],
  wrappers: ['json'],
  takesGet: true,
  setUp: {
    group: 'Other',
    documentedAt: null,
    steps: [
      'Find where the tool sends what it received. It may be called webhook, HTTP request or post to URL.',
      'Paste the address. Choose **POST**, and **JSON** if there is a choice.',
      'If you can name the fields, give them our names.',
      'Send a test, or fill in the form once yourself.',
    ],
    screen: { title: 'Webhook', fields: { URL: ADDRESS, Method: '`POST`', Format: '`JSON`' } },
  },
};
