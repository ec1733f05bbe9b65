import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EventContract,
  eventsQueue,
  type MessageContract,
  messagesOf,
  type PayloadOf,
  type SenderName,
  type ServiceName,
} from '@desk/contracts';
import { createTestRedis, messageKeysOf, sealerOf, sealEvent } from '@desk/testing';
import { Controller, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  BullmqServer,
  type FaultListener,
  HandleCommand,
  HandleEvent,
  type Message,
  RethrowFilter,
  type ServerOptions,
  Transport,
} from '@desk/bullmq-transport';

type Fault = Parameters<FaultListener>[0];

/** Handlers of single messages, by name. Other commands get their recorded response. */
export type Handlers = Readonly<Record<string, (payload: never, message: Message) => unknown>>;

interface Recorded {
  readonly request: never;
  readonly response: never;
  readonly payload: never;
}

const fixtures = join(import.meta.dirname, '../../contracts/fixtures');
const recordings = Object.assign(
  {},
  ...readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file): unknown => JSON.parse(readFileSync(join(fixtures, file), 'utf8'))),
) as Readonly<Record<string, Recorded>>;
/** A valid example of each message. */
export function recorded({ name }: MessageContract): Recorded {
  const recording = recordings[name];
  if (!recording) throw new Error(`no recording of ${name}`);
  return recording;
}

export const connect = (
  redis: { url: string; prefix?: string } = createTestRedis(),
  name: SenderName = 'gateway',
): Promise<Transport> => Transport.connect({ ...redis, name, messageKeys: messageKeysOf(name) });

/** A Nest controller with a handler for each of these messages. */
export function controllerOf(contracts: readonly MessageContract[], handlers: Handlers = {}): Type {
  const GeneratedController: Type = class {
    readonly generated = true;
  };
  const prototype = GeneratedController.prototype as object;
  for (const contract of contracts) {
    const own = handlers[contract.name];
    const value = (payload: unknown, message: Message): unknown =>
      own
        ? own(payload as never, message)
        : contract.kind === 'command'
          ? recorded(contract).response
          : undefined;
    const descriptor = { value, configurable: true, writable: true };
    Object.defineProperty(prototype, contract.name, descriptor);
    if (contract.kind === 'command') HandleCommand(contract)(prototype, contract.name, descriptor);
    else
      HandleEvent(contract)(
        prototype,
        contract.name,
        descriptor as TypedPropertyDescriptor<(payload: unknown, message: Message) => void>,
      );
  }
  Controller()(GeneratedController);
  return GeneratedController;
}

export interface Serving {
  readonly app: INestMicroservice;
  readonly server: BullmqServer;
  /** Everything the fault listener received. */
  readonly faults: Fault[];
}

interface ServeOptions {
  readonly handlers?: Handlers;
  readonly controllers?: readonly Type[];
  readonly configure?: (app: INestMicroservice) => void;
  readonly options?: ServerOptions;
}

/** A Nest microservice that handles all messages of a service, as `runService` builds it. */
export async function serve(
  transport: Transport,
  service: ServiceName,
  { handlers, controllers, configure, options }: ServeOptions = {},
): Promise<Serving> {
  @Module({ controllers: [...(controllers ?? [controllerOf(messagesOf(service), handlers)])] })
  class TestModule {}

  const faults: Fault[] = [];
  const server = new BullmqServer(
    service,
    transport.redis,
    transport.publisher,
    sealerOf(service),
    (fault) => faults.push(fault),
    options,
  );
  const app = await NestFactory.createMicroservice(TestModule, {
    strategy: server,
    logger: false,
    abortOnError: false,
  });
  app.useGlobalFilters(new RethrowFilter());
  configure?.(app);
  await app.listen();
  return { app, server, faults };
}

/** Puts an event on the queue of one consumer. */
export const publishEvent = <E extends EventContract>(
  transport: Transport,
  consumer: ServiceName,
  event: E,
  payload: PayloadOf<E>,
  key?: string,
): Promise<void> =>
  transport.publisher.publish(eventsQueue(consumer), event.name, [sealEvent(consumer, event, payload, key)]);
