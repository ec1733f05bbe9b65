import type { Source } from './source.js';

/** https://support.getcake.com/support/solutions/articles/5000546055-the-cake-posting-document-server-post */
export const cake: Source = {
  id: 'cake',
  name: 'CAKE',
  signs: [['ckm_campaign_id'], ['ckm_key']],
  secrets: ['ckm_key'],
  envelope: ['ckm_xml'],
  tests: [
    { at: 'ckm_test', values: ['1'] },
    { at: 'first_name', values: ['ckmtest'] },
    { at: 'last_name', values: ['ckmtest'] },
  ],
  answer: 'cake',
  takesGet: true,
};
