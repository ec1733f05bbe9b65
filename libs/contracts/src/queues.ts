import { serviceNames, type ServiceName } from './services.js';

export type QueueName = `${ServiceName}.rpc` | `${ServiceName}.events`;

/** Carries requests, whose callers wait. */
export const rpcQueue = (service: ServiceName) => `${service}.rpc` as const;
/** Carries durable work, apart from requests so that slow work never delays a response. */
export const eventsQueue = (service: ServiceName) => `${service}.events` as const;

export const queueNames: readonly QueueName[] = serviceNames.flatMap((service) => [
  rpcQueue(service),
  eventsQueue(service),
]);

/**
 * Name of the backlog of lead emails that wait in the notifier's table. The notifier announces it, and the gateway
 * reads it to notice an overload.
 */
export const LEAD_EMAILS = 'lead-emails';
