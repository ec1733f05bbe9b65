import type { EditSet } from './edits.js';

/** Returns the edits that replace each text by the other in a built file. */
const shorten = (file: string, times: Readonly<Record<string, string>>): EditSet['edits'] =>
  Object.entries(times).map(([find, replace]) => ({ file: `${file}.js`, find, replace }));

/**
 * Shortens every schedule and timeout that decides how the system outlasts an outage, to about one 360th: an hour takes
 * ten seconds. Half a minute of outage is then many times longer than the time to abandon a charge, the pauses of the
 * circuit breaker and the outbox, and the locks and leases of a frozen process. Clocks stay real.
 */
export const shortTimes: EditSet = {
  name: 'short-times',
  edits: [
    ...shorten('libs/bullmq-transport/dist/worker-config', {
      'lockDuration: 10_000': 'lockDuration: 3_000',
      'stalledInterval: 5_000': 'stalledInterval: 1_000',
      'handlerTimeout: 60_000': 'handlerTimeout: 6_000',
      'maxMs: 10_000': 'maxMs: 1_000',
      'lockDuration: 6_000': 'lockDuration: 3_000',
      'stalledInterval: 3_000': 'stalledInterval: 1_000',
      'handlerTimeout: 180_000': 'handlerTimeout: 8_000',
    }),
    ...shorten('libs/bullmq-transport/dist/redis-link', {
      ' SILENCE_TIMEOUT_MS = 5_000': ' SILENCE_TIMEOUT_MS = 2_000',
      'HEARTBEAT_INTERVAL_MS = 5_000': 'HEARTBEAT_INTERVAL_MS = 1_000',
      ' COMMAND_TIMEOUT_MS = 10_000': ' COMMAND_TIMEOUT_MS = 3_000',
    }),
    ...shorten('libs/service-kit/dist/database/data-source', {
      'QUERY_TIMEOUT_MS = 35_000': 'QUERY_TIMEOUT_MS = 4_000',
    }),
    ...shorten('libs/outbox/dist/outbox.store', {
      'FIRST_REPUBLISH_MS = 3_000': 'FIRST_REPUBLISH_MS = 300',
      'MAX_REPUBLISH_MS = 600_000': 'MAX_REPUBLISH_MS = 1_700',
    }),
    ...shorten('services/billing/dist/charges/charge-rules', {
      'MAX_DELAY_MS = 60_000': 'MAX_DELAY_MS = 400',
      'MAX_UNANSWERED_DELAY_MS = 5_000': 'MAX_UNANSWERED_DELAY_MS = 200',
    }),
    ...shorten('services/billing/dist/provider/circuit-breaker', {
      'FIRST_PROBE_DELAY_MS = 1_000': 'FIRST_PROBE_DELAY_MS = 100',
      'MAX_PROBE_DELAY_MS = 30_000': 'MAX_PROBE_DELAY_MS = 400',
      'CHECK_INTERVAL_MS = 1_000': 'CHECK_INTERVAL_MS = 200',
    }),
    ...shorten('services/billing/dist/card-erasure/card-erasure.controller', {
      'maxMs: 3_600_000': 'maxMs: 10_000',
    }),
    ...shorten('services/lead-router/dist/offer-outcomes/offer-outcomes.controller', {
      'MINUTE_MS = 60_000': 'MINUTE_MS = 300',
    }),
    ...shorten('services/notifier/dist/sending/retry-schedule', {
      'SECOND_MS = 1_000': 'SECOND_MS = 20',
      'MINUTE_MS = 60 * SECOND_MS': 'MINUTE_MS = 200',
    }),
  ],
};

/** The times that are settings. */
export const shortTimesEnv = { CHARGE_GIVE_UP_MS: '2000', STRIPE_TIMEOUT_MS: '1500' } as const;
