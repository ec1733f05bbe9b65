import type { Source } from './source.js';

/** Forms of Elementor Pro, with and without "Advanced Data". Shows its visitor an error unless the answer is 200. */
export const elementor: Source = {
  id: 'elementor',
  name: 'Elementor',
  signs: [
    ['form_id', 'form_name'],
    ['form.id', 'form.name', 'fields'],
  ],
  wrappers: ['fields', 'meta'],
  acceptedStatus: 200,
};
