import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { flag, instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import {
  arrivedRequestSchema,
  heldPostSchema,
  mappingSchema,
  mappingsSchema,
  refusalFields,
} from './held-posts.schemas.js';
import { phoneVerifications } from './funnels.values.js';
import { heldPostStates } from './held-posts.values.js';

const byAdmin = { actorId: uuid(), caller: callerSchema };

/**
 * Holds a refused post, encrypted. Does not hold it if too many posts of the funnel wait. A request that already waits
 * is held once.
 */
export const holdPost = defineCommand('lead-router', 'held-posts.hold', {
  request: strictObject({ id: uuid(), funnelId: uuid(), request: arrivedRequestSchema, ...refusalFields }),
  response: strictObject({ isHeld: flag() }),
});

/** Newest first. The next page starts after the post named by `after`. */
export const listHeldPosts = defineCommand('lead-router', 'held-posts.list', {
  request: strictObject({
    status: oneOf(heldPostStates).nullable().defined(),
    funnelId: uuid().nullable(),
    after: strictObject({ receivedAt: instant(), id: uuid() }).nullable(),
    limit: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({ posts: array(heldPostSchema).required() }),
});

/** Also returns the request, which is null once the post is closed, and the funnel's current settings for posts. */
export const getHeldPost = defineCommand('lead-router', 'held-posts.get', {
  request: strictObject({ postId: uuid() }),
  response: strictObject({
    post: heldPostSchema,
    request: arrivedRequestSchema.nullable(),
    mapping: mappingSchema.nullable().defined(),
    phoneVerification: oneOf(phoneVerifications).required(),
  }),
  errors: ['HELD_POST_NOT_FOUND'],
});

/** Stores why a held post was refused again. A closed post stays unchanged. */
export const refuseHeldPost = defineCommand('lead-router', 'held-posts.refuse', {
  request: strictObject({ postId: uuid(), ...refusalFields }),
  response: nothing(),
  errors: ['HELD_POST_NOT_FOUND'],
});

/** Discards a held post and deletes its request. Repeating it changes nothing. */
export const discardHeldPost = defineCommand('lead-router', 'held-posts.discard', {
  request: strictObject({ postId: uuid(), ...byAdmin }),
  response: heldPostSchema,
  errors: ['HELD_POST_NOT_FOUND', 'HELD_POST_CLOSED'],
});

/** Lists the versions of a funnel's mapping, the one in force first. */
export const listMappings = defineCommand('lead-router', 'mappings.list', {
  request: strictObject({ funnelId: uuid() }),
  response: mappingsSchema,
  errors: ['FUNNEL_NOT_FOUND'],
});

/** Saves the mapping as the version after `version`, the latest that the admin has seen; 0 without any. */
export const saveMapping = defineCommand('lead-router', 'mappings.save', {
  needsRecentProof: () => true,
  request: strictObject({
    ...byAdmin,
    funnelId: uuid(),
    mapping: mappingSchema,
    version: number().integer().min(0).required(),
  }),
  response: mappingsSchema,
  errors: ['FUNNEL_NOT_FOUND', 'SETTINGS_CHANGED'],
});
