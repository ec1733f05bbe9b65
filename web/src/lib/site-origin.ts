/** In prerendered pages, stands for the origin, which the gateway puts in its place. */
export const siteOrigin = typeof window === 'undefined' ? '__ORIGIN__' : window.location.origin;
