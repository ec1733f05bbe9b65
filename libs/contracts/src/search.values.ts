/** Longest text a list can be searched for, in characters. */
export const SEARCH_MAX = 200;
/**
 * Header with the percent-encoded search text of a list. Not in the URL, which servers and proxies log, because people
 * search for names, addresses and phone numbers.
 */
export const SEARCH_HEADER = 'X-Desk-Search';
