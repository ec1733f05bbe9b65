import type { PostedFieldName } from './lead-fields.js';

/**
 * Why a post is held instead of becoming a lead, with the same reasons as rejections. Leads that are fetched from a
 * platform are held, too: `not_fetched` while only the lead's id is known, `fetched` until it is read, `test` if it
 * passed but is a test or its funnel is in test mode.
 */
export const heldPostReasons = [
  'malformed',
  'unsupported_type',
  'invalid',
  'idempotency_mismatch',
  'consent_missing',
  'not_fetched',
  'fetched',
  'test',
] as const;
export type HeldPostReason = (typeof heldPostReasons)[number];

/** `duplicate`: the same person had become a lead by another post. All but the first are final. */
export const heldPostStates = ['waiting', 'accepted', 'duplicate', 'discarded'] as const;
export type HeldPostState = (typeof heldPostStates)[number];

/** The most posts of one funnel that wait at the same time. Further ones are not held. */
export const MAX_HELD_POSTS = 1_000;
export const HELD_POSTS_PAGE_SIZE = 25;

/** How much of a request and of its refusal is kept, in characters. The body is 256 kB in base64. */
export const ARRIVED_BODY_MAX = 350_000;
export const ARRIVED_QUERY_MAX = 16_000;
export const ARRIVED_TEXT_MAX = 1_000;
export const FAULT_MAX = 1_000;
export const MAX_FAULTS = 100;

/** The most characters of a request that is pasted to see how it is read. */
export const POST_SAMPLE_MAX = 20_000;

/** Versions of a mapping that can be gone back to. */
export const MAPPING_VERSIONS_SHOWN = 20;
export const MAX_PATHS_OF_FIELD = 5;
export const POSTED_NAME_MAX = 200;
export const MAPPED_VALUE_MAX = 500;
export const MAX_MAPPED_VALUES = 50;

/**
 * Fields that may have one value for everyone who fills in a form. Any other field comes from the person, or proves
 * consent.
 */
export const constantFields: readonly PostedFieldName[] = [
  ...(['state', 'age_range', 'estimated_assets', 'purchase_timeline', 'lead_type'] as const),
  ...(['landing_page_url', 'tcpa_text', 'reference'] as const),
];
