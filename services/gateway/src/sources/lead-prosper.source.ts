import { ADDRESS, type Source } from './source.js';

/** https://support.leadprosper.io/article/72-system-field-shortcodes */
export const leadProsper: Source = {
  id: 'lead-prosper',
  name: 'Lead Prosper',
  recognizedBy: [['lp_campaign_id', 'lp_supplier_id'], ['lp_request_uuid']],
  secrets: ['lp_key'],
  tests: [{ at: 'lp_action', values: ['test'] }],
  idempotencyKey: 'lp_request_uuid',
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://support.leadprosper.io/article/46-real-time-action-direct-post',
    steps: [
      'Edit the campaign, and add a buyer of the type **Direct Post**.',
      'Choose **POST** and **JSON**, and paste the address.',
      'Build the payload with our field names. Add `lp_request_uuid`, so that a repeated post counts once.',
      'Enter the two response types, and send a test.',
    ],
    screen: {
      title: 'Direct Post',
      fields: {
        'Posting URL': ADDRESS,
        'Posting Method': '`POST`',
        'Payload Type': '`JSON`',
        'Accepted response': '`accepted`',
        'Duplicated response': '`DUPLICATE_LEAD`',
      },
    },
  },
};
