import { array, type InferType, string } from 'yup';
import { buyerName } from '../admin/admin.fields.js';
import { strictObject } from '../primitives.js';
import { disputeSchema } from './disputes.schemas.js';

export const adminDispute = disputeSchema
  .omit(['buyerId'])
  .shape({
    buyer: buyerName(),
    /** Null if it no longer exists. */
    lead: strictObject({ fullName: string().required() }).nullable(),
  })
  .noUnknown();
export type AdminDispute = InferType<typeof adminDispute>;
export const adminDisputesAnswer = strictObject({ disputes: array(adminDispute).required() });
