import {
  DomainError,
  type ErrorCode,
  errorCatalog,
  type FieldError,
  type SenderName,
  type ServiceName,
} from '@desk/contracts';
import type { MessageContext } from './message-context.js';
import type { Origin, Sealer } from './sealing.js';

/** Content of a message, before it is sealed. */
export interface Envelope extends MessageContext {
  readonly v: 1;
  readonly name: string;
  readonly payload: unknown;
  /** When the caller stops waiting: milliseconds since the epoch by the clock of Redis. Absent on events. */
  readonly deadline?: number;
}

/** A message as stored in Redis: the id is readable, everything else sealed. */
export interface SealedMessage {
  readonly id: string;
  readonly sealed: string;
}

export interface JobData extends SealedMessage {
  readonly replyTo?: string;
  readonly ackTo?: string;
  /** The other events of a bundle. */
  readonly more?: readonly SealedMessage[];
}

export type Answer =
  | { readonly ok: true; readonly data: unknown }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly detail: string;
      readonly fields: readonly FieldError[];
      readonly info: Readonly<Record<string, string>>;
    };

export const sealEnvelope = (sealer: Sealer, to: ServiceName, id: string, envelope: Envelope): string =>
  sealer.seal(JSON.stringify(envelope), `message ${id}`, to);

/** @throws Error if it cannot be opened or has an unknown version */
export function openEnvelope(
  sealer: Sealer,
  job: SealedMessage,
): { readonly envelope: Envelope; readonly origin: Origin } {
  const { text, origin } = sealer.open(job.sealed, `message ${job.id}`);
  const envelope = JSON.parse(text) as Partial<Envelope>;
  if (envelope.v !== 1 || typeof envelope.name !== 'string' || typeof envelope.correlationId !== 'string')
    throw new Error('not a version 1 envelope');
  return { envelope: envelope as Envelope, origin };
}

/** Seals the answer to a request that came from `origin`. */
export const sealAnswer = (sealer: Sealer, origin: Origin, id: string, answer: Answer): string =>
  sealer.sealReply(JSON.stringify(answer), `answer ${id}`, origin);

/** @throws Error if it cannot be opened, or if `from` did not seal it */
export function openAnswer(sealer: Sealer, from: SenderName, id: string, sealed: string): Answer {
  const { text, origin } = sealer.open(sealed, `answer ${id}`);
  if (origin.sender !== from) throw new Error(`an answer of ${from} came from ${origin.sender}`);
  return JSON.parse(text) as Answer;
}

export const toAnswer = (error: DomainError): Answer => ({
  ok: false,
  code: error.code,
  detail: error.message,
  fields: error.fields,
  info: error.info,
});

/** A code that this version does not know becomes `UNAVAILABLE`. */
export const toDomainError = ({ code, ...rest }: Extract<Answer, { ok: false }>): DomainError =>
  Object.hasOwn(errorCatalog, code) ? new DomainError(code, rest) : new DomainError('UNAVAILABLE');
