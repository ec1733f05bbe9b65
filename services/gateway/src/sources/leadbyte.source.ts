import type { Source } from './source.js';

/** https://docs.leadcapture.io/article/315-leadbyte-integration */
export const leadbyte: Source = {
  id: 'leadbyte',
  name: 'LeadByte',
  signs: [['campid'], ['leads.campid']],
  wrappers: ['leads'],
  secrets: ['key'],
  envelope: ['returnjson'],
  tests: [{ at: 'testmode', values: ['yes'] }],
  takesGet: true,
};
