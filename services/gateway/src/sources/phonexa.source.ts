import type { Source } from './source.js';

/** https://support.phonexa.com/publisher-products-api */
export const phonexa: Source = {
  id: 'phonexa',
  name: 'Phonexa',
  signs: [['apiId', 'apiPassword']],
  secrets: ['apiPassword'],
  tests: [{ at: 'testMode', values: ['1'] }],
};
