import { array, string, type InferType } from 'yup';
import { strictObject } from '../primitives.js';
import { buyerName, timeAndId } from '../admin/admin.fields.js';
import { deliverySchema } from './notifications.schemas.js';

export const failedDeliveriesQuery = strictObject({ after: timeAndId('After') });

/** A delivery that was given up, with the names of those it concerns; null when they are not known any more. */
export const failedDelivery = deliverySchema
  .shape({
    buyer: buyerName(),
    lead: strictObject({ fullName: string().required() }).nullable().defined(),
  })
  .noUnknown();
export type FailedDelivery = InferType<typeof failedDelivery>;

/** `next`: the `after` of the next page; null on the last one. */
export const failedDeliveriesAnswer = strictObject({
  deliveries: array(failedDelivery).required(),
  next: string().nullable().defined(),
});
export type FailedDeliveries = InferType<typeof failedDeliveriesAnswer>;
