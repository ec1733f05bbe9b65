import { array, number, string } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { adminReason } from '../accounts/user-administration.schemas.js';
import { defineCommand } from '../define-message.js';
import {
  calendarDay,
  cents,
  digest,
  filledText,
  flag,
  instant,
  nothing,
  oneOf,
  strictObject,
  uuid,
} from '../primitives.js';
import { dailyLeadLimit } from './daily-limit.schemas.js';
import { CONNECTION_SECRET_MAX, connectedTools } from './connections.values.js';
import { newRefusedPostSchema } from './funnel-report.schemas.js';
import { funnelKeyKinds, ORIGIN_MAX, phoneVerifications, rejectionReasons } from './funnels.values.js';
import { mappingSchema } from './held-posts.schemas.js';
import { postedFieldNames } from './lead-fields.js';
import { leadFactsSchema, leadSchema, leadStatusSchema, testOutcome } from './leads.schemas.js';
import { offerStates } from './leads.values.js';
import { SEARCH_MAX } from '../search.values.js';

/** The hash of the funnel's key. Checked again here, because a gateway may still have a revoked key in its cache. */
const funnelKey = { keyHash: digest().required() };

/** Broadcast with the hash of a funnel key that was revoked or whose funnel changed, so that gateways forget it. */
export const FUNNEL_KEY_REVOKED = 'funnel-key-revoked';

export const authenticateFunnel = defineCommand('lead-router', 'funnels.authenticate', {
  request: strictObject(funnelKey),
  response: strictObject({
    funnelId: uuid(),
    name: filledText('line', 100),
    allowedOrigins: array(filledText('code', ORIGIN_MAX)).required(),
    /** Null without a limit of its own. */
    requestsPerSecond: number().integer().min(1).nullable().defined(),
    phoneVerification: oneOf(phoneVerifications).required(),
    keyKind: oneOf(funnelKeyKinds).required(),
    isPaused: flag(),
    /** How a private address reads posts; null without a mapping, and for other keys. */
    mapping: mappingSchema.nullable().defined(),
    /** The secrets with which a private address checks posts; omitted for other keys. */
    secrets: array(
      strictObject({
        tool: oneOf(connectedTools).required(),
        secret: string().max(CONNECTION_SECRET_MAX).required(),
      }),
    ).optional(),
  }),
  errors: ['UNKNOWN_FUNNEL_KEY'],
});

/**
 * Returns the hashes of all keys that are not revoked. A gateway reads the list once for many unknown keys, so that a
 * flood of them does not delay the check of a valid key.
 */
export const listLiveFunnelKeys = defineCommand('lead-router', 'funnels.list-live-keys', {
  request: nothing(),
  response: strictObject({ keyHashes: array(digest().required()).required() }),
  timeoutMs: 2_000,
});

export const MAX_REJECTION_COUNTS = 1_000;
export const MAX_NEW_REFUSED_POSTS = 500;

const rejectedPosts = () => number().integer().min(1).max(Number.MAX_SAFE_INTEGER).required();

/**
 * Adds what a gateway counted since its last batch. Nothing that was posted is stored. A batch whose id was applied
 * before changes nothing. `funnelId` is null if the key was missing or unknown.
 */
export const countRejections = defineCommand('lead-router', 'funnels.count-rejections', {
  request: strictObject({
    batchId: uuid(),
    counts: array(
      strictObject({
        funnelId: uuid().nullable(),
        /** In the reporting time zone. */
        day: calendarDay(),
        reason: oneOf(rejectionReasons).required(),
        count: rejectedPosts(),
      }),
    )
      .max(MAX_REJECTION_COUNTS)
      .required(),
    /** Number of posts in which a field was missing or not valid. */
    faults: array(
      strictObject({
        funnelId: uuid(),
        day: calendarDay(),
        field: oneOf(postedFieldNames).required(),
        count: rejectedPosts(),
      }),
    )
      .max(MAX_REJECTION_COUNTS)
      .optional(),
    /** Posts to list, oldest first. They are only some of those counted if a funnel had very many. */
    refusedPosts: array(newRefusedPostSchema).max(MAX_NEW_REFUSED_POSTS).optional(),
  }),
  response: nothing(),
});

const acceptedLead = strictObject({
  leadId: uuid(),
  replayed: flag(),
  receivedAt: instant(),
  test: testOutcome(),
});

const postedLead = {
  funnelId: uuid(),
  idempotencyKey: string().min(1).max(255).nullable().defined(),
  bodyHash: digest().required(),
  lead: leadSchema,
};

const postErrors = [
  'UNKNOWN_FUNNEL_KEY',
  'INVALID_REQUEST',
  'CONSENT_REQUIRED',
  'DUPLICATE_LEAD',
  'IDEMPOTENCY_MISMATCH',
  'IDEMPOTENCY_IN_FLIGHT',
] as const;

/**
 * Accepts a lead, which is committed before the response. The same idempotency key, or the same body from the same
 * funnel within a minute, is the same lead (`replayed`).
 */
export const acceptLead = defineCommand('lead-router', 'leads.accept', {
  request: strictObject({ ...funnelKey, ...postedLead }),
  response: acceptedLead,
  errors: postErrors,
});

/**
 * Turns a held post into a lead, at most once: a repetition returns the same lead. The lead counts as received when the
 * post was. In test mode, the post is only checked, and keeps waiting. A duplicate closes the post.
 */
export const acceptHeldPost = defineCommand('lead-router', 'held-posts.accept', {
  request: strictObject({
    postId: uuid(),
    ...postedLead,
    /** The admin who replays it; null for a lead that was fetched. */
    replayedBy: strictObject({ actorId: uuid(), caller: callerSchema }).nullable(),
  }),
  response: acceptedLead,
  errors: [
    ...postErrors.filter((code) => code !== 'UNKNOWN_FUNNEL_KEY'),
    'HELD_POST_NOT_FOUND',
    'HELD_POST_CLOSED',
    'FUNNEL_PAUSED',
  ],
});

/**
 * Decides a post as `acceptLead` would, but accepts nothing. Sent before the phone number is looked up, which costs
 * money. Returns the lead if it was accepted before; null for a new one.
 */
export const checkLead = defineCommand('lead-router', 'leads.check', {
  request: strictObject({ ...funnelKey, ...postedLead }),
  response: strictObject({ accepted: acceptedLead.nullable().defined() }),
  errors: postErrors,
  // The lead can be accepted without the answer.
  timeoutMs: 3_000,
});

/**
 * Checks a lead for an admin as if its funnel had posted it in test mode, whatever the funnel's mode is. Stores nothing
 * about the person.
 */
export const tryLead = defineCommand('lead-router', 'leads.try', {
  request: strictObject({ funnelId: uuid(), bodyHash: digest().required(), lead: leadSchema }),
  response: acceptedLead,
  errors: ['FUNNEL_NOT_FOUND', 'INVALID_REQUEST', 'CONSENT_REQUIRED', 'DUPLICATE_LEAD'],
});

/** Returns whether a lead with these facts would find a buyer now. Reserves nothing. */
export const findDemand = defineCommand('lead-router', 'leads.find-demand', {
  request: strictObject({ ...funnelKey, funnelId: uuid(), facts: leadFactsSchema }),
  response: strictObject({ hasBuyer: flag(), priceCents: cents() }),
  errors: ['UNKNOWN_FUNNEL_KEY'],
});

/** Returns a lead's status to the funnel that posted it, and to no other. */
export const getLeadStatus = defineCommand('lead-router', 'leads.get-status', {
  request: strictObject({ ...funnelKey, funnelId: uuid(), leadId: uuid() }),
  response: leadStatusSchema,
  errors: ['UNKNOWN_FUNNEL_KEY', 'LEAD_NOT_FOUND'],
});

/** Returns names of leads by id, for lists of other services. Unknown ids are omitted. */
export const getLeadNames = defineCommand('lead-router', 'leads.get-names', {
  request: strictObject({ leadIds: array(uuid()).max(1_000).required() }),
  response: strictObject({
    leads: array(strictObject({ leadId: uuid(), fullName: string().required() })).required(),
  }),
});

/** Returns the newest leads whose name contains the text, at most `limit`. */
export const searchLeadIds = defineCommand('lead-router', 'leads.search-ids', {
  request: strictObject({
    text: string().min(1).max(SEARCH_MAX).required(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({ leadIds: array(uuid()).required() }),
});

const buyerSettings = strictObject({
  buyerId: uuid(),
  serviceEnabled: flag(),
  dailyLeadLimit: dailyLeadLimit(),
  settingsVersion: number().integer().min(1).required(),
});

/**
 * `changeNumber` comes from `getEligibility`: a change with a lower number than one already applied is refused with
 * SETTINGS_CHANGED, so a delayed change never overrides a later one.
 */
const changeFields = {
  buyerId: uuid(),
  changeNumber: number().integer().min(1).required(),
  caller: callerSchema,
  /** The admin who makes the change in the buyer's place, and why. Both absent if the buyer makes it. */
  actorId: uuid().optional(),
  reason: adminReason().optional(),
};

const isByAdmin = ({ actorId }: { actorId?: string | undefined }): boolean => actorId !== undefined;

/**
 * Pauses or resumes a buyer. Responds once the change is in force: no later reservation ignores it. A resumption
 * without `actorId` is refused with RESUMPTION_NEEDS_ADMIN after too many delivery pauses (ADR 7).
 */
export const setService = defineCommand('lead-router', 'buyers.set-service', {
  needsRecentProof: isByAdmin,
  request: strictObject({ ...changeFields, serviceEnabled: flag() }),
  response: buyerSettings,
  errors: ['BUYER_NOT_FOUND', 'SETTINGS_CHANGED', 'RESUMPTION_NEEDS_ADMIN'],
});

/** Responds once the limit is in force. A limit below today's count stops leads for today. */
export const setDailyLimit = defineCommand('lead-router', 'buyers.set-daily-limit', {
  senders: ['gateway', 'accounts'],
  needsRecentProof: isByAdmin,
  request: strictObject({ ...changeFields, dailyLeadLimit: dailyLeadLimit() }),
  response: buyerSettings,
  errors: ['BUYER_NOT_FOUND', 'SETTINGS_CHANGED'],
});

/** Returns null for an offer that does not exist. */
export const getOfferStatus = defineCommand('lead-router', 'offers.get-status', {
  senders: ['billing'],
  request: strictObject({ offerId: uuid() }),
  response: strictObject({
    status: oneOf(offerStates).nullable().defined(),
  }),
});
