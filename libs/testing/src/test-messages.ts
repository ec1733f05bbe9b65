import { randomUUID } from 'node:crypto';
import {
  type CommandClient,
  deriveMessageKeys,
  type Envelope,
  type JobPublisher,
  newContext,
  openEnvelope,
  parseRootKeys,
  type RedisLink,
  runInContext,
  type SealedMessage,
  Sealer,
  sealEnvelope,
  Transport,
} from '@desk/bullmq-transport';
import {
  type CommandContract,
  type EventContract,
  eventsQueue,
  type PayloadOf,
  type RequestOf,
  type ResponseOf,
  type SenderName,
  serviceNames,
  type ServiceName,
} from '@desk/contracts';
import type { TestRedis } from './database.js';

// The same in every process of a test run, so that a test can start services in processes of their own.
const roots = parseRootKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`);

/** Returns the `MESSAGE_KEYS` of one process. */
export const messageKeysOf = (name: SenderName): string => deriveMessageKeys(roots, name);

const sealers = new Map<SenderName, Sealer>();

/** Returns a sealer that seals and opens as this process does. */
export function sealerOf(name: SenderName): Sealer {
  const sealer = sealers.get(name) ?? new Sealer(name, messageKeysOf(name));
  sealers.set(name, sealer);
  return sealer;
}

const senderOf = ({ name, senders }: CommandContract | EventContract): SenderName => {
  const [sender] = senders;
  if (!sender) throw new Error(`'${name}' has no sender`);
  return sender;
};

/** Seals an event for one consumer, as its sender's outbox does. The same key is the same message. */
export function sealEvent<E extends EventContract>(
  consumer: ServiceName,
  event: E,
  payload: PayloadOf<E>,
  key: string = randomUUID(),
): SealedMessage {
  const id = `${event.name}~${key}`;
  const envelope = { v: 1, name: event.name, payload, ...newContext() } as const;
  return { id, sealed: sealEnvelope(sealerOf(senderOf(event)), consumer, id, envelope) };
}

/** Opens a message of the outbox as its consumer does. */
export function openPublished(row: {
  readonly id: string;
  readonly queue: string;
  readonly sealed: string;
}): Envelope {
  const consumer = serviceNames.find((service) => eventsQueue(service) === row.queue);
  if (!consumer) throw new Error(`'${row.queue}' is not a queue of events`);
  return openEnvelope(sealerOf(consumer), row).envelope;
}

/** Runs on behalf of a user who has just proved who they are. */
export const withRecentProof = <T>(run: () => T): T =>
  runInContext({ ...newContext(), hasRecentProof: true }, run);

/** Plays the processes around the service under test. Sends each message as a process that is allowed to send it. */
export class TestMessages {
  private constructor(private readonly transports: Readonly<Record<SenderName, Transport>>) {}

  static async connect(redis: TestRedis): Promise<TestMessages> {
    const open = (name: SenderName): Promise<Transport> =>
      Transport.connect({ ...redis, name, messageKeys: messageKeysOf(name) });
    const [gateway, accounts, billing, router, notifier] = await Promise.all([
      open('gateway'),
      open('accounts'),
      open('billing'),
      open('lead-router'),
      open('notifier'),
    ]);
    return new TestMessages({ gateway, accounts, billing, 'lead-router': router, notifier });
  }

  get redis(): RedisLink {
    return this.transports.gateway.redis;
  }
  get publisher(): JobPublisher {
    return this.transports.gateway.publisher;
  }
  get broadcast(): Transport['broadcast'] {
    return this.transports.gateway.broadcast;
  }

  /** Sends commands on behalf of users who have just proved who they are. */
  readonly commands: Pick<CommandClient, 'send'> = {
    send: <C extends CommandContract>(contract: C, request: RequestOf<C>): Promise<ResponseOf<C>> =>
      withRecentProof(() => this.transports[senderOf(contract)].client.send(contract, request)),
  };

  /** Publishes with a new message id on each call, unless a key is given. */
  publish<E extends EventContract>(
    consumer: ServiceName,
    event: E,
    payload: PayloadOf<E>,
    key?: string,
  ): Promise<void> {
    const message = sealEvent(consumer, event, payload, key);
    return this.publisher.publish(eventsQueue(consumer), event.name, [message]);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.transports).map((transport) => transport.close()));
  }
}
