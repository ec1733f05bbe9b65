import { array, type InferType } from 'yup';
import { count, oneOf, strictObject } from '../primitives.js';
import { rejectionReasons } from './funnels.values.js';

/** What became of the posts of the last days. A rejected post leaves nothing but a count. */
export const funnelReportSchema = strictObject({
  days: count(),
  /** Leads by status. Those `reserved` are being charged. */
  leads: strictObject({
    accepted: count(),
    sold: count(),
    reserved: count(),
    available: count(),
    expired: count(),
  }),
  /** Reasons without posts are omitted. */
  rejections: array(
    strictObject({
      reason: oneOf(rejectionReasons).required(),
      posts: count(),
    }),
  ).required(),
});
export type FunnelReport = InferType<typeof funnelReportSchema>;
