import { array, type InferType, number, string } from 'yup';
import { strictObject } from '../primitives.js';
import { rejectionReasons } from './funnels.values.js';

const count = () => number().integer().min(0).required();

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
      reason: string()
        .oneOf([...rejectionReasons])
        .required(),
      posts: count(),
    }),
  ).required(),
});
export type FunnelReport = InferType<typeof funnelReportSchema>;
