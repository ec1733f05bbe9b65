import { boundedText } from './bounded-text.js';
import { SEARCH_MAX } from './search.values.js';

/** The search text of a list. It arrives in `SEARCH_HEADER` and is treated as part of the query. */
export const searchText = () =>
  boundedText({
    kind: 'search',
    max: SEARCH_MAX,
    message: 'Search must be text',
    tooLong: `Search must be at most ${SEARCH_MAX} characters`,
  }).optional();
