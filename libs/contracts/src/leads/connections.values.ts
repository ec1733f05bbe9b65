/** Tools whose posts are checked by a secret that the funnel's connection has. Meta's leads are fetched, too. */
export const connectedTools = ['meta', 'linkedin', 'google-ads', 'typeform'] as const;
export type ConnectedTool = (typeof connectedTools)[number];

/** What an admin fills in to connect a tool. */
export interface ConnectionField {
  readonly name: 'secret' | 'pageId' | 'pageToken';
  /** As the tool calls it. */
  readonly label: string;
}

interface ToolFacts {
  /** The name that people know. */
  readonly name: string;
  /** All fields are required the first time. */
  readonly fields: readonly ConnectionField[];
}

/** What each tool is called, and what it needs. */
export const connectedToolFacts: Readonly<Record<ConnectedTool, ToolFacts>> = {
  meta: {
    name: 'Meta Lead Ads',
    fields: [
      { name: 'secret', label: 'App secret' },
      { name: 'pageId', label: 'Page ID' },
      { name: 'pageToken', label: 'Page access token' },
    ],
  },
  linkedin: {
    name: 'LinkedIn Lead Gen Forms',
    fields: [{ name: 'secret', label: 'Client secret' }],
  },
  'google-ads': {
    name: 'Google Ads lead forms',
    fields: [{ name: 'secret', label: 'Key' }],
  },
  typeform: {
    name: 'Typeform',
    fields: [{ name: 'secret', label: 'Webhook secret' }],
  },
};

export const CONNECTION_SECRET_MAX = 1_000;
export const CONNECTION_ERROR_MAX = 500;

/** An id at Meta: of a lead or a Page. */
export const META_ID = /^\d{1,30}$/;
export const META_ID_MAX = 30;

/** Most leads that one notification may name. */
export const MAX_NOTIFIED_LEADS = 500;
/** Fetched posts that a gateway replays in one go. */
export const FETCHED_POSTS_MAX = 20;
