import type { Source } from './source.js';

/** https://support.leadprosper.io/article/72-system-field-shortcodes */
export const leadProsper: Source = {
  id: 'lead-prosper',
  name: 'Lead Prosper',
  signs: [['lp_campaign_id', 'lp_supplier_id'], ['lp_request_uuid']],
  secrets: ['lp_key'],
  tests: [{ at: 'lp_action', values: ['test'] }],
  idempotencyKey: 'lp_request_uuid',
};
