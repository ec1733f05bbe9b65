/**
 * The state of a link to the sign-in page: the page to return to after it. Not in the URL, so no link from elsewhere can
 * set it.
 */
export const returnTo = (path: string) => ({ returnTo: path });

export const readReturnPath = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'returnTo' in state && typeof state.returnTo === 'string'
    ? state.returnTo
    : undefined;
