import { connectedToolFacts } from '@desk/contracts';
import type { Source } from './source.js';

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export const typeform: Source = {
  id: 'typeform',
  name: connectedToolFacts.typeform.name,
  signs: [['form_response.answers'], ['form_response.definition']],
  // https://www.typeform.com/developers/webhooks/secure-your-webhooks/
  signature: { header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' },
  wrappers: ['form_response'],
  envelope: [
    ...['event_id', 'event_type'],
    ...[
      'form_response.definition',
      'form_response.ending',
      'form_response.calculated',
      'form_response.variables',
    ],
  ],
  entries: { names: ['field.ref', 'field.id'], values: [] },
  titles: { at: 'form_response.definition.fields', id: 'ref', title: 'title' },
  idempotencyKey: 'form_response.token',
};
