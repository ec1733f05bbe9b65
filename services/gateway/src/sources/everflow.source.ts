import { type Source } from './source.js';

/** https://helpdesk.everflow.io/en/articles/6173403-a-guide-to-parameters-and-macros */
export const everflow: Source = {
  id: 'everflow',
  name: 'Everflow',
  recognizedBy: [['transaction_id']],
  envelope: ['timestamp'],
  idempotencyKey: 'transaction_id',
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt: 'https://helpdesk.everflow.io/customer/introduction-to-partner-postbacks',
    steps: [
      'Open **Postbacks** and click **+ Postback**.',
      'Choose the tracking type and the method.',
      'Enter the address with our field names, each with the macro that has the value.',
    ],
    screen: {
      title: 'Postback',
      fields: {
        'Tracking type': '`Conversion`',
        Method: '`Postback`',
        'Postback URL':
          '`{address}/everflow?transaction_id={transaction_id}&email={adv1}&phone={adv2}` and so on',
      },
    },
  },
};
