import type { Source } from './source.js';

/** https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook */
export const unbounce: Source = {
  id: 'unbounce',
  name: 'Unbounce',
  signs: [['data.json']],
  wrappers: ['data.json'],
  envelope: ['data.json.time_submitted', 'data.json.date_submitted', 'data.json.page_uuid'],
};
