import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { boundedText } from '../bounded-text.js';
import { defineCommand } from '../define-message.js';
import { nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { connectionFields, connectionsSchema } from './connections.schemas.js';
import {
  connectedTools,
  FETCHED_POSTS_MAX,
  MAX_NOTIFIED_LEADS,
  META_ID,
  META_ID_MAX,
} from './connections.values.js';
import { waitingPostSchema } from './held-posts.schemas.js';

const ofFunnelByAdmin = { actorId: uuid(), caller: callerSchema, funnelId: uuid() };

/** Broadcast when leads were fetched, so that a gateway reads them at once. */
export const LEADS_FETCHED = 'leads-fetched';

export const listConnections = defineCommand('lead-router', 'connections.list', {
  request: strictObject({ funnelId: uuid() }),
  response: connectionsSchema,
  errors: ['FUNNEL_NOT_FOUND'],
});

/** Replaces the given fields. Leads that wait for a token are fetched at once, and the forms are read. */
export const saveConnection = defineCommand('lead-router', 'connections.save', {
  needsRecentProof: () => true,
  request: strictObject({ ...ofFunnelByAdmin, ...connectionFields }),
  response: connectionsSchema,
  errors: ['FUNNEL_NOT_FOUND', 'INVALID_REQUEST'],
});

/** Forgets the secrets. Repeating it changes nothing. */
export const removeConnection = defineCommand('lead-router', 'connections.remove', {
  needsRecentProof: () => true,
  request: strictObject({ ...ofFunnelByAdmin, tool: oneOf(connectedTools).required() }),
  response: connectionsSchema,
  errors: ['FUNNEL_NOT_FOUND'],
});

/** Fetches the leads of a notification. Each lead is fetched once, however many notifications name it. */
export const requestLeadFetches = defineCommand('lead-router', 'lead-fetches.request', {
  request: strictObject({
    funnelId: uuid(),
    externalIds: array(boundedText({ max: META_ID_MAX, pattern: META_ID }).required())
      .max(MAX_NOTIFIED_LEADS)
      .required(),
  }),
  response: nothing(),
});

/** Fetches the lead that a held post names. The post waits for the lead, or closes if it was fetched meanwhile. */
export const retryLeadFetch = defineCommand('lead-router', 'lead-fetches.retry', {
  request: strictObject({
    postId: uuid(),
    externalId: boundedText({ max: META_ID_MAX, pattern: META_ID }).required(),
  }),
  response: nothing(),
  errors: ['HELD_POST_NOT_FOUND', 'HELD_POST_CLOSED', 'CONNECTION_MISSING'],
});

/**
 * Returns fetched posts to one gateway, which turns them into leads. Posts that it does not close are returned again
 * later.
 */
export const claimFetchedPosts = defineCommand('lead-router', 'held-posts.claim-fetched', {
  request: strictObject({ limit: number().integer().min(1).max(FETCHED_POSTS_MAX).required() }),
  response: strictObject({ posts: array(waitingPostSchema).required() }),
});
