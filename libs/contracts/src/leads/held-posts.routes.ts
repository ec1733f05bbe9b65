import { array, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { timeAndId } from '../admin/admin.fields.js';
import { defineRoute } from '../define-route.js';
import { nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { HOUR_SECONDS, perUser } from '../request-limits.js';
import { heldPostSchema, mappingSchema, mappingsSchema, postReadingSchema } from './held-posts.schemas.js';
import { heldPostStates, POST_SAMPLE_MAX } from './held-posts.values.js';

const params = { postId: 'HELD_POST_NOT_FOUND' } as const;
const ofFunnel = { funnelId: 'FUNNEL_NOT_FOUND' } as const;

/** Query strings; every value is text. */
export const heldPostsQuery = strictObject({
  status: oneOf(heldPostStates),
  funnel: uuid().optional(),
  after: timeAndId('After'),
});

/**
 * The outcome of a replayed post. `test`: it passed, but is a test, or its funnel is in test mode. `fetching`: it names
 * a lead of a platform, which is being fetched.
 */
export const replayOutcomes = ['accepted', 'duplicate', 'refused', 'test', 'fetching'] as const;
export type ReplayOutcome = (typeof replayOutcomes)[number];

const TOO_LONG = `Samples must be at most ${POST_SAMPLE_MAX} characters`;
const sampleText = () => boundedText({ kind: 'verbatim', max: POST_SAMPLE_MAX, tooLong: TOO_LONG });

export const heldPostRoutes = {
  listHeldPosts: defineRoute('GET', '/api/admin/held-posts', 'admin', {
    summary: 'List posts that no lead was made from, newest first',
    query: heldPostsQuery,
    answer: strictObject({
      posts: array(heldPostSchema).required(),
      /** The `after` of the next page; null on the last page. */
      next: string().nullable().defined(),
    }),
  }),
  getHeldPost: defineRoute('GET', '/api/admin/held-posts/:postId', 'admin', {
    audit: 'personal-data',
    summary: "Get a held post and how its funnel's mapping reads it",
    params,
    answer: strictObject({ post: heldPostSchema, reading: postReadingSchema.nullable() }),
  }),
  replayHeldPost: defineRoute('POST', '/api/admin/held-posts/:postId/replay', 'admin', {
    proof: 'none',
    summary: "Read a held post again by the funnel's mapping, and make a lead of it",
    params,
    body: nothing(),
    answer: strictObject({ outcome: oneOf(replayOutcomes).required(), post: heldPostSchema }),
    errors: ['HELD_POST_CLOSED', 'FUNNEL_PAUSED', 'IDEMPOTENCY_IN_FLIGHT', 'CONNECTION_MISSING'],
    limits: [perUser(3_000, HOUR_SECONDS)],
  }),
  discardHeldPost: defineRoute('POST', '/api/admin/held-posts/:postId/discard', 'admin', {
    proof: 'none',
    summary: 'Remove a held post for good',
    params,
    body: nothing(),
    answer: heldPostSchema,
    errors: ['HELD_POST_CLOSED'],
  }),
  getMappings: defineRoute('GET', '/api/admin/funnels/:funnelId/mapping', 'admin', {
    summary: "Get the versions of a funnel's mapping",
    params: ofFunnel,
    answer: mappingsSchema,
  }),
  saveMapping: defineRoute('POST', '/api/admin/funnels/:funnelId/mapping', 'admin', {
    summary: "Save a new version of a funnel's mapping",
    params: ofFunnel,
    body: strictObject({ mapping: mappingSchema, version: number().integer().min(0).required() }),
    answer: mappingsSchema,
    errors: ['SETTINGS_CHANGED'],
  }),
  previewMapping: defineRoute('POST', '/api/admin/funnels/:funnelId/preview', 'admin', {
    audit: 'personal-data',
    proof: 'none',
    summary: 'Read a pasted request, or a held post, by a mapping that is not saved',
    params: ofFunnel,
    body: strictObject({
      mapping: mappingSchema,
      /** Reads this held post instead of a pasted request. */
      postId: uuid().optional(),
      /** The body: JSON, a form, or XML. */
      sample: sampleText().optional(),
    }),
    answer: postReadingSchema,
    errors: ['HELD_POST_NOT_FOUND', 'HELD_POST_CLOSED'],
  }),
} as const;
