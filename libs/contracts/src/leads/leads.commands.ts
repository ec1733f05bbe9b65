import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, instant, nothing, strictObject, text, uuid } from '../primitives.js';
import { dailyLeadLimit, leadSchema, leadStatusSchema } from './leads.schemas.js';
import { SEARCH_MAX } from '../search.values.js';

/** SHA-256 in hex: of a funnel key, or of a canonical body. */
const digest = () =>
  string()
    .matches(/^[0-9a-f]{64}$/)
    .required();

export const authenticateFunnel = defineCommand({
  service: 'lead-router',
  name: 'funnels.authenticate',
  request: strictObject({ keyHash: digest() }),
  response: strictObject({ funnelId: uuid(), name: text(100) }),
  errors: ['UNKNOWN_FUNNEL_KEY'],
});

export const rejectionReasons = [
  'unknown_key',
  'malformed',
  'unsupported_type',
  'invalid',
  'duplicate',
  'idempotency_mismatch',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** Counts one refused post. Nothing else of it is kept. */
export const countRejection = defineCommand({
  service: 'lead-router',
  name: 'funnels.count-rejection',
  request: strictObject({
    funnelId: uuid().nullable().defined(),
    reason: string()
      .oneOf([...rejectionReasons])
      .required(),
  }),
  response: nothing(),
});

/**
 * Takes a lead for good: it is committed when the answer comes. The same key, or the same body from the
 * same funnel within a minute, is the same lead (`replayed`).
 */
export const acceptLead = defineCommand({
  service: 'lead-router',
  name: 'leads.accept',
  request: strictObject({
    funnelId: uuid(),
    idempotencyKey: string().min(1).max(255).nullable().defined(),
    bodyHash: digest(),
    lead: leadSchema,
  }),
  response: strictObject({ leadId: uuid(), replayed: flag(), receivedAt: instant() }),
  errors: ['UNKNOWN_FUNNEL_KEY', 'DUPLICATE_LEAD', 'IDEMPOTENCY_MISMATCH'],
});

/** What became of a lead, for the funnel that sent it and no other. */
export const getLeadStatus = defineCommand({
  service: 'lead-router',
  name: 'leads.get-status',
  request: strictObject({ funnelId: uuid(), leadId: uuid() }),
  response: leadStatusSchema,
  errors: ['LEAD_NOT_FOUND'],
});

/** Names of leads by id, for lists that others own. Unknown ids are left out. */
export const getLeadNames = defineCommand({
  service: 'lead-router',
  name: 'leads.get-names',
  request: strictObject({ leadIds: array(uuid()).max(1_000).required() }),
  response: strictObject({
    leads: array(strictObject({ leadId: uuid(), fullName: string().required() })).required(),
  }),
});

/** The newest leads whose name contains the text, at most `limit`. */
export const searchLeadIds = defineCommand({
  service: 'lead-router',
  name: 'leads.search-ids',
  request: strictObject({
    text: string().min(1).max(SEARCH_MAX).required(),
    limit: number().integer().min(1).max(1_000).required(),
  }),
  response: strictObject({ leadIds: array(uuid()).required() }),
});

const standing = strictObject({
  buyerId: uuid(),
  serviceEnabled: flag(),
  dailyLeadLimit: dailyLeadLimit(),
});

/** Answered when it is in force: from the answer on, no reservation is made against it. */
export const setService = defineCommand({
  service: 'lead-router',
  name: 'buyers.set-service',
  request: strictObject({ buyerId: uuid(), serviceEnabled: flag() }),
  response: standing,
  errors: ['BUYER_NOT_FOUND'],
});

/** Answered when it is in force. Lowering it below today's count stops today's leads. */
export const setDailyLimit = defineCommand({
  service: 'lead-router',
  name: 'buyers.set-daily-limit',
  request: strictObject({ buyerId: uuid(), dailyLeadLimit: dailyLeadLimit() }),
  response: standing,
  errors: ['BUYER_NOT_FOUND'],
});
