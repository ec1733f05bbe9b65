/** Returns a request's path as Express matches it to routes: in lower case and without a slash at the end. */
export const routePath = (path: string): string => path.toLowerCase().replace(/\/$/, '');
