import { serviceNames, type ServiceName } from './services.js';

export type QueueName = `${ServiceName}.rpc` | `${ServiceName}.events`;

/** Requests that somebody waits for. */
export const rpcQueue = (service: ServiceName) => `${service}.rpc` as const;
/** Durable work, apart from the requests so that slow work never delays an answer. */
export const eventsQueue = (service: ServiceName) => `${service}.events` as const;

export const queueNames: readonly QueueName[] = serviceNames.flatMap((service) => [
  rpcQueue(service),
  eventsQueue(service),
]);
