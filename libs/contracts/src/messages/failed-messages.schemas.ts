import { type InferType, number, string } from 'yup';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import { serviceNames } from '../services.js';

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
