/** Longest text a list can be searched for, in characters. */
export const SEARCH_MAX = 200;
