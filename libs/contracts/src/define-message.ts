import type { InferType, Schema } from 'yup';
import type { ErrorCode } from './error-codes.js';
import type { SenderName, ServiceName } from './services.js';

/** A request with a response, for reads and short changes. Travels on the queue `<service>.rpc`. */
export interface CommandContract<Req extends Schema = Schema, Res extends Schema = Schema> {
  readonly kind: 'command';
  readonly service: ServiceName;
  readonly name: string;
  /** Who may send it. The service refuses it from anybody else. */
  readonly senders: readonly SenderName[];
  /** Whether the service refuses this request of the gateway unless its user has just proved who they are. */
  needsRecentProof(request: InferType<Req>): boolean;
  readonly request: Req;
  readonly response: Res;
  /** Domain errors that a caller must handle. A failure that is no `DomainError` arrives as `UNAVAILABLE`. */
  readonly errors: readonly ErrorCode[];
  /** After this time, the caller gets `UNAVAILABLE`, and a request that has not started is dropped. */
  readonly timeoutMs: number;
}

/** A durable message, written to the sender's outbox and delivered at least once to each consumer. */
export interface EventContract<Payload extends Schema = Schema> {
  readonly kind: 'event';
  readonly name: string;
  /** Who may send it. Consumers refuse it from anybody else. */
  readonly senders: readonly ServiceName[];
  readonly payload: Payload;
  readonly consumers: readonly ServiceName[];
  /** Nobody waits for this event, so those published within a quarter of a second share jobs of up to 50. */
  readonly isBundled?: boolean;
}

export type MessageContract = CommandContract | EventContract;
export type RequestOf<C extends CommandContract> = InferType<C['request']>;
export type ResponseOf<C extends CommandContract> = InferType<C['response']>;
export type PayloadOf<E extends EventContract> = InferType<E['payload']>;

const NAME = /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/;
const checkName = (name: string): void => {
  if (!NAME.test(name)) throw new Error(`message name '${name}' is not of the form 'domain.action'`);
};

/** Declares a request/reply message. By default the gateway alone sends it, and the timeout is 5 s. */
export function defineCommand<Req extends Schema, Res extends Schema>(
  service: ServiceName,
  name: string,
  command: Pick<CommandContract<Req, Res>, 'request' | 'response'> &
    Partial<Pick<CommandContract<Req, Res>, 'senders' | 'needsRecentProof' | 'errors' | 'timeoutMs'>>,
): CommandContract<Req, Res> {
  checkName(name);
  return {
    service,
    name,
    senders: ['gateway'],
    needsRecentProof: () => false,
    errors: [],
    timeoutMs: 5_000,
    ...command,
    kind: 'command',
  };
}

/**
 * Declares a durable message. A fact ('offer-charged') is named in the past tense and has any number of consumers;
 * a task ('charge-offer') is named in the imperative and has exactly one.
 */
export function defineEvent<Payload extends Schema>(
  sender: ServiceName | readonly ServiceName[],
  name: string,
  event: Omit<EventContract<Payload>, 'kind' | 'name' | 'senders'>,
): EventContract<Payload> {
  const senders = [sender].flat();
  checkName(name);
  if (senders.length === 0) throw new Error(`event '${name}' has no sender`);
  if (event.consumers.length === 0) throw new Error(`event '${name}' has no consumer`);
  if (new Set(event.consumers).size !== event.consumers.length)
    throw new Error(`event '${name}' names a consumer twice`);
  return { ...event, kind: 'event', name, senders };
}
