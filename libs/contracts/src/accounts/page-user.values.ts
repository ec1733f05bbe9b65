/**
 * Header with the id of the user whose page sends the request. All windows of a browser share one session cookie, so a
 * sign-in in one window changes whom the others act for. A request that names another user than the session's is refused.
 */
export const PAGE_USER_HEADER = 'X-Desk-User';
