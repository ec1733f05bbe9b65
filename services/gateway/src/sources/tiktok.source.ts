import type { Source } from './source.js';

/** Instant forms, known from programs that read them. */
export const tiktok: Source = {
  id: 'tiktok',
  name: 'TikTok lead generation',
  signs: [['entry.lead_source'], ['entry.advertiser_id']],
  wrappers: ['entry'],
  envelope: ['object', 'time', 'request_id'],
  entries: { names: ['field'], values: ['value'] },
  idempotencyKey: 'entry.id',
};
