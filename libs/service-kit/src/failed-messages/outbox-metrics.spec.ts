import type { FailingMessage } from '@desk/outbox';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { createRegistry } from '../metrics/create-registry.js';
import { reportOutbox } from './outbox-metrics.js';

const unreachable = { query: () => Promise.reject(new Error('connect failed')) } as unknown as DataSource;
const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
const failing = {
  name: 'billing.charge-offer',
  kind: 'failed',
  isStopped: false,
} as unknown as FailingMessage;

it('reports a failing message as not stopped, so that stopping counts as an increase', async () => {
  const metrics = createRegistry();
  const onFailure = reportOutbox(unreachable, metrics, logger);
  const readStopped = async () => (await metrics.metrics()).match(/^messages_stopped_total\{.*$/gm);

  onFailure(failing);
  expect(await readStopped()).toEqual(['messages_stopped_total{message="billing.charge-offer"} 0']);
  onFailure({ ...failing, isStopped: true });
  expect(await readStopped()).toEqual(['messages_stopped_total{message="billing.charge-offer"} 1']);
});
