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

/** The emails of sold leads that wait in the notifier's table for a place. The notifier announces them, and the gateway follows them. */
export const LEAD_EMAILS = 'lead-emails';
