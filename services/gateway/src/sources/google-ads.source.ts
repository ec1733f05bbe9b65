import { connectedToolFacts } from '@desk/contracts';
import { ADDRESS, type Source } from './source.js';

/** Lead forms of Google Ads: https://developers.google.com/google-ads/webhook/docs/implementation */
export const googleAds: Source = {
  id: 'google-ads',
  name: connectedToolFacts['google-ads'].name,
  recognizedBy: [
    ['user_column_data', 'google_key'],
    ['user_column_data', 'form_id'],
  ],
  envelope: ['api_version'],
  entries: { names: ['column_id', 'column_name'], values: ['string_value'] },
  names: { full_name: ['FULL_NAME'], state: ['REGION'], zip_code: ['POSTAL_CODE'], email: ['EMAIL'] },
  secretAt: 'google_key',
  secrets: ['google_key'],
  tests: [{ at: 'is_test', values: ['true'] }],
  idempotencyKey: 'lead_id',
  acceptedStatus: 200,
  setUp: {
    group: 'Ads',
    documentedAt: 'https://developers.google.com/google-ads/webhook/docs/overview',
    steps: [
      'Edit the lead form of your campaign in Google Ads.',
      'Open **Export leads from Google Ads**, then **Other data integration options**.',
      'Under **Webhook integration**, enter the two values.',
      'Click **Send test data**, then save the form.',
    ],
    screen: {
      title: 'Webhook integration',
      fields: { 'Webhook URL': ADDRESS, Key: 'any text, such as `123`' },
    },
  },
};
