import type { Source } from './source.js';

/** https://www.jotform.com/help/245-how-to-setup-a-webhook-with-jotform/ */
export const jotform: Source = {
  id: 'jotform',
  name: 'Jotform',
  signs: [['rawRequest', 'formID']],
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
};
