/** Longest text a list can be searched for, in characters. */
export const SEARCH_MAX = 200;
/**
 * Carries what a list is searched for, percent-encoded. Searches are names, addresses and numbers of people, and servers
 * and proxies log URLs.
 */
export const SEARCH_HEADER = 'X-Desk-Search';
