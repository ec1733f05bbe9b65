import { chargeOffer, events, failureKinds } from '@desk/contracts';
import type { FailingMessage } from '@desk/outbox';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { createRegistry } from '../metrics/create-registry.js';
import { reportOutbox } from './outbox-metrics.js';

const unreachable = { query: () => Promise.reject(new Error('connect failed')) } as unknown as DataSource;
const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
const failing = {
  name: chargeOffer.name,
  kind: 'handler-failed',
  isStopped: false,
} as unknown as FailingMessage;

it("reports every failure of a service's messages from the start, so that the first one counts as an increase", async () => {
  const metrics = createRegistry();
  const onFailure = reportOutbox('lead-router', unreachable, metrics, logger);
  const readFailures = async () =>
    (await metrics.metrics()).match(/^(message_failures|messages_stopped)_total\{.*$/gm) ?? [];
  const sent = events.filter(({ senders }) => senders.includes('lead-router'));

  const before = await readFailures();
  expect(before).toHaveLength(sent.length * (failureKinds.length + 1));
  expect(before.filter((line) => !line.endsWith(' 0'))).toEqual([]);

  onFailure(failing);
  onFailure({ ...failing, isStopped: true });
  const after = await readFailures();
  expect(after).toHaveLength(before.length);
  expect(after.filter((line) => !line.endsWith(' 0'))).toEqual([
    'message_failures_total{message="billing.charge-offer",kind="handler-failed"} 2',
    'messages_stopped_total{message="billing.charge-offer"} 1',
  ]);
});
