/**
 * A live funnel's leads are sold. Those of a funnel in test mode are checked like any other, but neither stored, sold
 * nor charged. Posts to a paused funnel are refused.
 */
export const funnelModes = ['live', 'test', 'paused'] as const;
export type FunnelMode = (typeof funnelModes)[number];

/**
 * What a key is for. A server key is secret and sent in a header. A publishable key is in the source of a web page: it
 * only posts single leads and pings, from pages of the funnel's origins, at a low rate. An address key is the secret
 * part of a private address, for tools that cannot send a header. A report key is the secret part of a link to the
 * funnel's report, and posts test leads only.
 */
export const funnelKeyKinds = ['server', 'publishable', 'address', 'report'] as const;
export type FunnelKeyKind = (typeof funnelKeyKinds)[number];

export const funnelKeyPrefixes: Readonly<Record<FunnelKeyKind, string>> = {
  server: 'fnl_',
  publishable: 'fnp_',
  address: 'fna_',
  report: 'fnr_',
};

/**
 * The most keys of each kind that can be valid at once: the new one, and the old one until the funnel uses the new one.
 */
export const MAX_LIVE_FUNNEL_KEYS = 2;
export const FUNNEL_NAME_MAX = 100;
/** Lists of funnels end here, sorted by name. */
export const MAX_LISTED_FUNNELS = 500;
export const MAX_ALLOWED_ORIGINS = 20;
export const ORIGIN_MAX = 200;
/** Leads a second that any funnel may post, bursts aside (`FUNNEL_KEY_LIMITS`). A funnel can have a lower limit. */
export const FUNNEL_RATE_MAX = 100;
export const DUPLICATE_WINDOW_MAX_DAYS = 365;
/** Where a funnel posts a lead. */
export const INGEST_PATH = '/api/ingest/leads';
/** The beginning of private addresses. An address key follows. */
export const PRIVATE_ADDRESS_PATH = '/api/ingest/in';
/** What the page of a report link calls. A report key works nowhere else. */
export const FUNNEL_REPORT_PATH = '/api/ingest/report';
export const IDEMPOTENCY_KEY_MAX = 255;
/** The most leads in one batch. */
export const BATCH_MAX = 100;

/** Fields that a funnel may be required to post with every lead, by their documented names. */
export const requirableFields = [
  'trustedform_cert_url',
  'jornaya_leadid',
  'landing_page_url',
  'ip_address',
  'tcpa_text',
  'consent_at',
  'reference',
] as const;
export type RequirableField = (typeof requirableFields)[number];

/** Whether phone numbers of a funnel's leads are looked up. `required`: a lead whose number is not valid is refused. */
export const phoneVerifications = ['off', 'optional', 'required'] as const;
export type PhoneVerification = (typeof phoneVerifications)[number];

/** Reasons why posts are refused. Refusals are counted by reason, funnel and day. */
export const rejectionReasons = [
  'unknown_key',
  'malformed',
  'unsupported_type',
  'invalid',
  'duplicate',
  'idempotency_mismatch',
  'consent_missing',
  'origin_not_allowed',
  'too_many_requests',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Days that a funnel's report covers. */
export const FUNNEL_REPORT_DAYS = 30;

/** The most refused posts of one funnel that are listed, the newest ones. All are counted. */
export const MAX_REFUSED_POSTS = 1_000;
export const REFUSED_POSTS_PAGE_SIZE = 25;
