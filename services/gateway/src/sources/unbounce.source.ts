import type { Source } from './source.js';

/** https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook */
export const unbounce: Source = {
  id: 'unbounce',
  name: 'Unbounce',
  signs: [['data.json']],
  wrappers: ['data.json'],
  // The page's fields are among the answers, too.
  envelope: ['data.xml', 'page_id', 'page_name', 'page_url', 'variant'],
};
