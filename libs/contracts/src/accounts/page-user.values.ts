/**
 * Header with the id of the user whose page sends the request. All windows of a browser share one session cookie, so a
 * sign-in in one window changes whom the others act for. A request that names any user but the session's is refused.
 */
export const PAGE_USER_HEADER = 'X-Desk-User';

/** Header of requests that a page sends on its own, while nobody uses it. They do not keep the session alive. */
export const UNATTENDED_HEADER = 'X-Desk-Unattended';
