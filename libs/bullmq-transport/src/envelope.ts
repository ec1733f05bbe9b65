import { DomainError, type ErrorCode, errorCatalog, type FieldError } from '@desk/contracts';
import type { MessageContext } from './message-context.js';
import type { Sealer } from './sealing.js';

/** Content of a job, sealed. */
export interface Envelope extends MessageContext {
  readonly v: 1;
  readonly name: string;
  readonly payload: unknown;
  /** Milliseconds since the epoch after which the caller no longer waits. Absent on events. */
  readonly deadline?: number;
}

/** A job as stored in Redis: ids and channels readable, everything else sealed. */
export interface JobData {
  readonly id: string;
  readonly sealed: string;
  readonly replyTo?: string;
  readonly ackTo?: string;
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

export const sealEnvelope = (sealer: Sealer, id: string, envelope: Envelope): string =>
  sealer.seal(JSON.stringify(envelope), `message ${id}`);

/** @throws Error if it cannot be opened or has an unknown version */
export function openEnvelope(sealer: Sealer, job: JobData): Envelope {
  const envelope = JSON.parse(sealer.open(job.sealed, `message ${job.id}`)) as Partial<Envelope>;
  if (envelope.v !== 1 || typeof envelope.name !== 'string' || typeof envelope.correlationId !== 'string')
    throw new Error('not a version 1 envelope');
  return envelope as Envelope;
}

export const sealAnswer = (sealer: Sealer, id: string, answer: Answer): string =>
  sealer.seal(JSON.stringify(answer), `answer ${id}`);

export const openAnswer = (sealer: Sealer, id: string, sealed: string): Answer =>
  JSON.parse(sealer.open(sealed, `answer ${id}`)) as Answer;

export const toAnswer = (error: DomainError): Answer => ({
  ok: false,
  code: error.code,
  detail: error.message,
  fields: error.fields,
  info: error.info,
});

/** A code that this version does not know is `UNAVAILABLE`. */
export const toDomainError = ({ code, ...rest }: Extract<Answer, { ok: false }>): DomainError =>
  Object.hasOwn(errorCatalog, code) ? new DomainError(code, rest) : new DomainError('UNAVAILABLE');
