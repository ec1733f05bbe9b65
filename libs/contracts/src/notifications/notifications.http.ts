import { array, string, type InferType } from 'yup';
import { strictObject } from '../primitives.js';
import { buyerName, timeAndId } from '../admin/admin.fields.js';
import { deliverySchema } from './notifications.schemas.js';

export const failedDeliveriesQuery = strictObject({ after: timeAndId('After') });

/** A failed delivery with the names of its buyer and lead; null if they no longer exist. */
export const failedDelivery = deliverySchema
  .shape({
    buyer: buyerName(),
    lead: strictObject({ fullName: string().required() }).nullable().defined(),
  })
  .noUnknown();
export type FailedDelivery = InferType<typeof failedDelivery>;

/** `next` is the `after` of the next page; null on the last one. */
export const failedDeliveriesAnswer = strictObject({
  deliveries: array(failedDelivery).required(),
  next: string().nullable().defined(),
});
export type FailedDeliveries = InferType<typeof failedDeliveriesAnswer>;
