import { expect, it } from '@jest/globals';
import { createRegistry } from './create-registry.js';
import { ProviderCalls } from './provider-calls.js';

const call = { provider: 'email', operation: 'send', outcome: 'temporary' };

it('reports expected calls from the start, so that the first one counts as an increase', async () => {
  const metrics = createRegistry();
  const calls = new ProviderCalls(metrics);
  const readCounts = async () =>
    (await metrics.metrics())
      .match(/^provider_call_duration_seconds_count.*$/gm)
      ?.map((line) => line.split(' ').at(-1));

  calls.startAtZero({ provider: 'email', operations: ['send'], outcomes: ['accepted', 'temporary'] });
  expect(await readCounts()).toEqual(['0', '0']);
  calls.record({ ...call, durationMs: 20 });
  expect(await readCounts()).toEqual(['0', '1']);
});
