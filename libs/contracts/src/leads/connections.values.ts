/** Tools whose posts are checked by a secret that the funnel's connection has. Meta's leads are fetched, too. */
export const connectedTools = ['meta', 'linkedin', 'google-ads', 'typeform'] as const;
export type ConnectedTool = (typeof connectedTools)[number];

export const CONNECTION_SECRET_MAX = 1_000;
export const CONNECTION_ERROR_MAX = 500;

/** A lead's id at Meta. */
export const META_ID = /^\d{1,30}$/;
export const META_ID_MAX = 30;

/** Most leads that one notification may name. */
export const MAX_NOTIFIED_LEADS = 500;
/** Fetched posts that a gateway replays in one go. */
export const FETCHED_POSTS_MAX = 20;
