import { array, type InferType } from 'yup';
import { oneOf, strictObject } from '../primitives.js';
import { serviceNames } from '../services.js';
import { failedMessageSchema } from './failed-messages.schemas.js';

const service = () => oneOf(serviceNames).required();

/** A failed message with its sender. */
export const adminFailedMessage = failedMessageSchema.shape({ sender: service() }).noUnknown();
export type AdminFailedMessage = InferType<typeof adminFailedMessage>;

export const failedMessagesAnswer = strictObject({
  messages: array(adminFailedMessage).required(),
  /** Services that did not answer; their messages are missing. */
  unavailable: array(service()).required(),
});
export type FailedMessagesAnswer = InferType<typeof failedMessagesAnswer>;

export const retryFailedMessageBody = strictObject({ sender: service() });
