import { array, type InferType } from 'yup';
import { defineRoute } from '../define-route.js';
import { nothing, oneOf, strictObject } from '../primitives.js';
import { serviceNames } from '../services.js';
import { failedMessageSchema } from './failed-messages.commands.js';

const service = () => oneOf(serviceNames).required();

export const adminFailedMessage = failedMessageSchema.shape({ sender: service() }).noUnknown();
export type AdminFailedMessage = InferType<typeof adminFailedMessage>;

export const failedMessagesAnswer = strictObject({
  messages: array(adminFailedMessage).required(),
  /** Services that did not answer; their messages are missing. */
  unavailable: array(service()).required(),
});
export type FailedMessagesAnswer = InferType<typeof failedMessagesAnswer>;

export const retryFailedMessageBody = strictObject({ sender: service() });

export const failedMessageRoutes = {
  listFailedMessages: defineRoute('GET', '/api/admin/failed-messages', 'admin', {
    summary: 'List messages between services that keep failing, newest failure first',
    answer: failedMessagesAnswer,
  }),
  retryFailedMessage: defineRoute('POST', '/api/admin/failed-messages/:failureId/retry', 'admin', {
    proof: 'none',
    summary: 'Process a failed message again, with all its attempts',
    params: { failureId: 'FAILED_MESSAGE_NOT_FOUND' },
    body: retryFailedMessageBody,
    answer: nothing(),
  }),
} as const;
