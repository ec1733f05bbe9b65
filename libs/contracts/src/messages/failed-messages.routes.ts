import { defineRoute } from '../define-route.js';
import { nothing } from '../primitives.js';
import { failedMessagesAnswer, retryFailedMessageBody } from './failed-messages.http.js';

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
