import { array, type InferType, number, string } from 'yup';
import { callerSchema } from '../accounts/accounts.commands.js';
import { defineCommand } from '../define-message.js';
import { instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { type ServiceName, serviceNames } from '../services.js';

/** An event that its consumer keeps failing to handle: ids and names, nothing of its content. */
export const failedMessageSchema = strictObject({
  /** Identifies the message until it is processed. */
  id: uuid(),
  /** `<name>~<key>`; the key consists of ids. */
  messageId: string().max(500).required(),
  name: string().max(200).required(),
  consumer: oneOf(serviceNames).required(),
  /** One of `failureKinds`, or one that a newer release has added. */
  kind: string().max(40).required(),
  failures: number().integer().min(1).required(),
  firstFailedAt: instant(),
  lastFailedAt: instant(),
  /** Null while it is still tried. */
  stoppedAt: instant().nullable(),
});
export type FailedMessageDto = InferType<typeof failedMessageSchema>;

/** Each service answers for the messages in its own outbox. */
const defineList = (service: ServiceName) =>
  defineCommand(service, `${service}.list-failed-messages`, {
    request: strictObject({ limit: number().integer().min(1).max(200).required() }),
    response: strictObject({ messages: array(failedMessageSchema).required() }),
  });
const defineRetry = (service: ServiceName) =>
  defineCommand(service, `${service}.retry-failed-message`, {
    request: strictObject({ id: uuid(), actorId: uuid(), caller: callerSchema }),
    response: nothing(),
    errors: ['FAILED_MESSAGE_NOT_FOUND'],
  });

export const listFailedMessagesOfAccounts = defineList('accounts');
export const listFailedMessagesOfBilling = defineList('billing');
export const listFailedMessagesOfLeadRouter = defineList('lead-router');
export const listFailedMessagesOfNotifier = defineList('notifier');
export const retryFailedMessageOfAccounts = defineRetry('accounts');
export const retryFailedMessageOfBilling = defineRetry('billing');
export const retryFailedMessageOfLeadRouter = defineRetry('lead-router');
export const retryFailedMessageOfNotifier = defineRetry('notifier');

export const listFailedMessagesOf = {
  accounts: listFailedMessagesOfAccounts,
  billing: listFailedMessagesOfBilling,
  'lead-router': listFailedMessagesOfLeadRouter,
  notifier: listFailedMessagesOfNotifier,
} as const satisfies Record<ServiceName, unknown>;
export const retryFailedMessageOf = {
  accounts: retryFailedMessageOfAccounts,
  billing: retryFailedMessageOfBilling,
  'lead-router': retryFailedMessageOfLeadRouter,
  notifier: retryFailedMessageOfNotifier,
} as const satisfies Record<ServiceName, unknown>;
