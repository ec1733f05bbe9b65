import { addressOf, type Source } from './source.js';

/** https://www.boberdoo.com/lead-posting-responses */
export const boberdoo: Source = {
  id: 'boberdoo',
  name: 'boberdoo',
  recognizedBy: [
    ['Key', 'TYPE', 'SRC'],
    ['API_Action', 'TYPE'],
  ],
  secrets: ['Key'],
  envelope: ['API_Action', 'Mode'],
  // The number of a lead type in boberdoo.
  others: ['TYPE'],
  tests: [{ at: 'Test_Lead', values: ['1'] }],
  answer: 'xml',
  answerFormAt: 'Format',
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://www.boberdoo.com/setting-lead-buyer',
    steps: [
      'Open the partner, then its **Lead Filter Sets** and the one of your lead type.',
      'Attach a custom delivery that posts to the address.',
      'Add the fields of the lead, and what our answer to an accepted lead contains.',
    ],
    screen: {
      title: 'Custom delivery',
      fields: { URL: addressOf('boberdoo'), Method: '`POST`', Success: '`<status>accepted</status>`' },
    },
  },
};
