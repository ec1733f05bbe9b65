import type { PostedFieldName } from './lead-fields.js';

/**
 * Why a post is held instead of becoming a lead. The first five are also reasons of rejections. The others are for leads
 * fetched from a platform: `not_fetched` (only the lead's id is known), `fetched` (not replayed yet), `test` (valid, but
 * the lead is a test or the funnel is in test mode).
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

/** `duplicate`: another post of the same person became a lead first. All states except `waiting` are final. */
export const heldPostStates = ['waiting', 'accepted', 'duplicate', 'discarded'] as const;
export type HeldPostState = (typeof heldPostStates)[number];

/** The most posts of one funnel that wait at the same time. Further ones are not held. */
export const MAX_HELD_POSTS = 1_000;
export const HELD_POSTS_PAGE_SIZE = 25;

/** Maximum characters of a held request and of its refusal. The body is base64 of up to 256 kB. */
export const ARRIVED_BODY_MAX = 350_000;
export const ARRIVED_QUERY_MAX = 16_000;
export const ARRIVED_TEXT_MAX = 1_000;
export const FAULT_MAX = 1_000;

/** How many faults of a refusal are kept. */
export const MAX_FAULTS = 100;

/** Maximum characters of a sample request that an admin pastes to test a mapping. */
export const POST_SAMPLE_MAX = 20_000;

/** How many earlier versions of a mapping an admin can restore. */
export const MAPPING_VERSIONS_SHOWN = 20;

/** Limits of one mapping. */
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
