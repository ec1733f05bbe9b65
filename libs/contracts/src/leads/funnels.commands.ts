import { array, number } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { digest, filledText, instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { funnelReportSchema, ownFunnelReportSchema, refusedPostSchema } from './funnel-report.schemas.js';
import {
  funnelKeyId,
  funnelName,
  funnelSchema,
  funnelSettingsSchema,
  funnelWithKeySchema,
} from './funnels.schemas.js';
import { funnelKeyKinds, rejectionReasons } from './funnels.values.js';
import { postedFieldNames } from './lead-fields.js';

/** The admin who sends the request, and from where, for the audit log. */
const byAdmin = { actorId: uuid(), caller: callerSchema };

/** Returns all funnels by name, at most `MAX_LISTED_FUNNELS`. */
export const listFunnels = defineCommand('lead-router', 'funnels.list', {
  request: nothing(),
  response: strictObject({ funnels: array(funnelSchema).required() }),
});

export const getFunnel = defineCommand('lead-router', 'funnels.get', {
  request: strictObject({ funnelId: uuid() }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND'],
});

/** Counts a funnel's posts. Posts that a gateway refused in the last seconds may be missing. */
export const getFunnelReport = defineCommand('lead-router', 'funnels.get-report', {
  request: strictObject({ funnelId: uuid() }),
  response: funnelReportSchema,
});

/**
 * Newest first. The next page starts after the post named by `after`. Omits posts that a gateway refused in the last
 * seconds, and the oldest of more than 1,000.
 */
export const listRefusedPosts = defineCommand('lead-router', 'funnels.list-refused-posts', {
  request: strictObject({
    funnelId: uuid(),
    reason: oneOf(rejectionReasons).nullable().defined(),
    field: oneOf(postedFieldNames).nullable().defined(),
    after: strictObject({ refusedAt: instant(), id: uuid() }).nullable(),
    limit: number().integer().min(1).max(100).required(),
  }),
  response: strictObject({ posts: array(refusedPostSchema).required() }),
});

/** Returns the report of the funnel that a report key belongs to, and how the funnel may post. */
export const getOwnFunnelReport = defineCommand('lead-router', 'funnels.get-own-report', {
  request: strictObject({ keyHash: digest().required() }),
  response: ownFunnelReportSchema,
  errors: ['UNKNOWN_FUNNEL_KEY'],
});

/** Creates a funnel in test mode, with its first key. */
export const createFunnel = defineCommand('lead-router', 'funnels.create', {
  needsRecentProof: () => true,
  request: strictObject({ ...byAdmin, name: funnelName() }),
  response: funnelWithKeySchema,
});

/**
 * Replaces a funnel's settings. The new ones apply to every lead accepted after the response. Refused with
 * SETTINGS_CHANGED unless `version` is the current version; without `version`, replaces any.
 */
export const changeFunnel = defineCommand('lead-router', 'funnels.change', {
  needsRecentProof: () => true,
  request: strictObject({
    ...byAdmin,
    funnelId: uuid(),
    settings: funnelSettingsSchema,
    version: number().integer().min(1).optional(),
  }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND', 'SETTINGS_CHANGED'],
});

export const addFunnelKey = defineCommand('lead-router', 'funnels.add-key', {
  needsRecentProof: () => true,
  request: strictObject({ ...byAdmin, funnelId: uuid(), kind: oneOf(funnelKeyKinds).optional() }),
  response: funnelWithKeySchema,
  errors: ['FUNNEL_NOT_FOUND', 'TOO_MANY_FUNNEL_KEYS'],
});

/** After the response, no lead is accepted with the key. Revoking it again changes nothing. */
export const revokeFunnelKey = defineCommand('lead-router', 'funnels.revoke-key', {
  request: strictObject({ ...byAdmin, funnelId: uuid(), keyId: funnelKeyId() }),
  response: funnelSchema,
  errors: ['FUNNEL_NOT_FOUND', 'FUNNEL_KEY_NOT_FOUND'],
});

/** Returns the origins of all active funnels, for a browser's CORS check before it sends a funnel's key. */
export const listFunnelOrigins = defineCommand('lead-router', 'funnels.list-origins', {
  request: nothing(),
  response: strictObject({ origins: array(filledText('code', 200)).required() }),
});
