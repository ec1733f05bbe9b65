import { ADDRESS, type Source } from './source.js';

/** Instant forms. Their posts are undocumented; we know them from programs that read them. */
export const tiktok: Source = {
  id: 'tiktok',
  name: 'TikTok lead generation',
  recognizedBy: [['entry.lead_source'], ['entry.advertiser_id']],
  wrappers: ['entry'],
  envelope: ['object', 'time', 'request_id'],
  entries: { names: ['field'], values: ['value'] },
  idempotencyKey: 'entry.id',
  setUp: {
    group: 'Ads',
    documentedAt: null,
    steps: [
      'In TikTok Ads Manager, open the lead form and choose to connect a CRM.',
      'Choose **Custom API with Webhooks**.',
      'Paste the address where the callback URL is asked for, and save.',
    ],
    screen: { title: 'Custom API with Webhooks', fields: { 'Callback URL': ADDRESS } },
  },
};
