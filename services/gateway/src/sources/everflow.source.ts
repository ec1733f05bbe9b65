import type { Source } from './source.js';

/** https://helpdesk.everflow.io/en/articles/6173403-a-guide-to-parameters-and-macros */
export const everflow: Source = {
  id: 'everflow',
  name: 'Everflow',
  signs: [['transaction_id']],
  envelope: ['timestamp'],
  idempotencyKey: 'transaction_id',
  takesGet: true,
};
