import { connectedToolFacts } from '@desk/contracts';
import { ADDRESS, type Source } from './source.js';

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export const typeform: Source = {
  id: 'typeform',
  name: connectedToolFacts.typeform.name,
  recognizedBy: [['form_response.answers'], ['form_response.definition']],
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
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://www.typeform.com/developers/webhooks/',
    steps: [
      'Open the form, then **Connect** and **Webhooks**.',
      'Click **Add a webhook** and paste the address.',
      'Switch the webhook on.',
      'Click **View deliveries**, then **Send test request**.',
    ],
    screen: { title: 'Add a webhook', fields: { Endpoint: ADDRESS, 'Webhook on or off': '`on`' } },
    onError: 'Typeform repeats a refused lead up to five times within four hours.',
  },
};
