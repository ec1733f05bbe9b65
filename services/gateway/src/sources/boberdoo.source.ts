import type { Source } from './source.js';

/** https://www.boberdoo.com/lead-posting-responses */
export const boberdoo: Source = {
  id: 'boberdoo',
  name: 'boberdoo',
  signs: [
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
};
