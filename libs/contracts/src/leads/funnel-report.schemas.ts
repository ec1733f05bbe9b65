import { array, type InferType, number } from 'yup';
import { boundedText } from '../bounded-text.js';
import { calendarDay, count, flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { funnelKeyKinds, funnelModes, rejectionReasons, requirableFields } from './funnels.values.js';
import { postedFieldNames } from './lead-fields.js';

/** Outcomes of the posts of the last days, in the reporting time zone. */
export const funnelReportSchema = strictObject({
  days: count(),
  /** Leads by status. `reserved` leads are being charged. `refunded` leads also count as `sold`. */
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
  /** Number of posts in which a field was missing or not valid, most frequent first. */
  faults: array(strictObject({ field: oneOf(postedFieldNames).required(), posts: count() })).required(),
  /** Newest first. Days without posts are omitted. `sold` and `refunded` count leads accepted on that day. */
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

const refusal = {
  refusedAt: instant(),
  reason: oneOf(rejectionReasons).required(),
  /** Those that were missing or not valid. */
  fields: array(oneOf(postedFieldNames).required()).max(postedFieldNames.length).required(),
};
/** What is kept of a refused post: nothing that was posted. */
export const refusedPostSchema = strictObject({ id: uuid(), ...refusal });
export type RefusedPost = InferType<typeof refusedPostSchema>;

/** A refused post that is not stored yet. */
export const newRefusedPostSchema = strictObject({ funnelId: uuid(), ...refusal });
export type NewRefusedPost = InferType<typeof newRefusedPostSchema>;

/** What a report link shows to the owner of a funnel. Contains no personal data. */
export const ownFunnelReportSchema = strictObject({
  name: boundedText({ kind: 'line', max: 100 }).required(),
  mode: oneOf(funnelModes).required(),
  requestsPerSecond: number().integer().min(1).nullable().defined(),
  requiredFields: array(oneOf(requirableFields).required()).required(),
  requiresConsentProof: flag(),
  /** Prefixes of the valid keys. */
  keys: array(
    strictObject({
      kind: oneOf(funnelKeyKinds).required(),
      prefix: boundedText({ kind: 'code', max: 20 }).required(),
    }),
  ).required(),
  report: funnelReportSchema,
});
export type OwnFunnelReport = InferType<typeof ownFunnelReportSchema>;
