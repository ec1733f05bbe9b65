import type { Source } from './source.js';

/** https://ll.media/solar_posting/ shows a specification made by LeadsPedia. */
export const leadspedia: Source = {
  id: 'leadspedia',
  name: 'LeadsPedia',
  signs: [['lp_campaign_key']],
  secrets: ['lp_campaign_key'],
  tests: [{ at: 'lp_test', values: ['1'] }],
  answerFormAt: 'lp_response',
  takesGet: true,
};
