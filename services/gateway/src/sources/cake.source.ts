import { addressOf, type Source } from './source.js';

/** https://support.getcake.com/support/solutions/articles/5000546055-the-cake-posting-document-server-post */
export const cake: Source = {
  id: 'cake',
  name: 'CAKE',
  recognizedBy: [['ckm_campaign_id'], ['ckm_key']],
  secrets: ['ckm_key'],
  envelope: ['ckm_xml'],
  tests: [
    { at: 'ckm_test', values: ['1'] },
    { at: 'first_name', values: ['ckmtest'] },
    { at: 'last_name', values: ['ckmtest'] },
  ],
  answer: 'cake',
  takesGet: true,
  setUp: {
    group: 'Lead distribution',
    documentedAt:
      'https://support.getcake.com/support/solutions/articles/5000546161-how-to-configure-a-buyer-contract-delivery-method',
    steps: [
      'Open **Lead Gen > Contracts**, then the buyer contract, then its **Delivery Method** tab.',
      'Paste the address and click **Save**. Leave the user name and password empty.',
      'Under **Post Fields**, click **Add** for each field of the lead.',
      'Map the response `<code>0</code>` to success.',
    ],
    screen: {
      title: 'Delivery Method',
      fields: {
        'Post URL': addressOf('cake'),
        'Parameter of a field': 'our field name',
        Success: '`<code>0</code>`',
      },
    },
  },
};
