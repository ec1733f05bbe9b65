import type { Source } from './source.js';

/** https://leads.leadexec.net/DocumentationV1 */
export const leadexec: Source = {
  id: 'leadexec',
  name: 'LeadExec',
  signs: [
    ['VID', 'LID'],
    ['leads.fields', 'leads.options'],
  ],
  wrappers: ['leads.fields', 'leads'],
  secrets: ['Password'],
};
