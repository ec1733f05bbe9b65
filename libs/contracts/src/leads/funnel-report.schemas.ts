import { array, type InferType, number } from 'yup';
import { boundedText } from '../bounded-text.js';
import { calendarDay, count, flag, oneOf, strictObject } from '../primitives.js';
import { funnelKeyKinds, funnelModes, rejectionReasons, requirableFields } from './funnels.values.js';
import { postedFieldNames } from './lead-fields.js';

/** What became of the posts of the last days, in UTC. A post to a funnel key's address that is refused leaves only a count. */
export const funnelReportSchema = strictObject({
  days: count(),
  /** Leads by status. Those `reserved` are being charged; those `refunded` are sold ones. */
  leads: strictObject({
    accepted: count(),
    sold: count(),
    reserved: count(),
    available: count(),
    expired: count(),
    refunded: count(),
  }),
  /** Reasons without posts are omitted. */
  rejections: array(
    strictObject({
      reason: oneOf(rejectionReasons).required(),
      posts: count(),
    }),
  ).required(),
  /** In how many posts a field was missing or not valid, most first. */
  faults: array(strictObject({ field: oneOf(postedFieldNames).required(), posts: count() })).required(),
  /** Newest first. Days without posts are omitted. Sold and refunded are leads that were accepted on the day. */
  byDay: array(
    strictObject({
      day: calendarDay(),
      accepted: count(),
      sold: count(),
      refunded: count(),
      duplicates: count(),
      /** For any other reason. */
      refused: count(),
    }),
  ).required(),
});
export type FunnelReport = InferType<typeof funnelReportSchema>;

/** What the owner of a funnel sees by a private link: nothing about any person. */
export const ownFunnelReportSchema = strictObject({
  name: boundedText({ kind: 'line', max: 100 }).required(),
  mode: oneOf(funnelModes).required(),
  requestsPerSecond: number().integer().min(1).nullable().defined(),
  requiredFields: array(oneOf(requirableFields).required()).required(),
  requiresConsentProof: flag(),
  /** How the keys that work begin. */
  keys: array(
    strictObject({
      kind: oneOf(funnelKeyKinds).required(),
      prefix: boundedText({ kind: 'code', max: 20 }).required(),
    }),
  ).required(),
  report: funnelReportSchema,
});
export type OwnFunnelReport = InferType<typeof ownFunnelReportSchema>;
