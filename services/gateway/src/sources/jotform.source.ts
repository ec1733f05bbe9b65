import { ADDRESS, type Source } from './source.js';

/** https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/ */
export const jotform: Source = {
  id: 'jotform',
  name: 'Jotform',
  recognizedBy: [['rawRequest', 'formID']],
  wrappers: ['rawRequest'],
  prefix: /^q\d+_/,
  envelope: [
    ...['username', 'type', 'pretty', 'action'],
    ...[
      ...[
        'slug',
        'jsExecutionTracker',
        'submitSource',
        'submitDate',
        'buildDate',
        'uploadServerUrl',
        'eventObserver',
      ],
      ...['event_id', 'timeToSubmit', 'validatedNewRequiredFieldIDs', 'path', 'temp_upload'],
    ].map((name) => `rawRequest.${name}`),
  ],
  secrets: ['webhookURL'],
  idempotencyKey: 'submissionID',
  setUp: {
    group: 'Forms and landing pages',
    documentedAt: 'https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/',
    steps: [
      'Open the form in the form builder, then **Settings** and **Integrations**.',
      'Search for **WebHooks** and select it.',
      'Paste the address and click **Complete Integration**.',
      'Fill in the form once yourself.',
    ],
    screen: { title: 'WebHooks', fields: { 'Webhook URL': ADDRESS } },
  },
};
