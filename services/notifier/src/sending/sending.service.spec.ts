import { channelKinds } from '@desk/contracts';
import type { Transactions } from '@desk/outbox';
import { HealthServer, type Logger, type PeriodicTasks, ProviderCalls } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import type { OutcomeRecorder } from './outcome-recorder.js';
import { SendingService } from './sending.service.js';

it('reports every result of every channel from the start, so that the first one counts as an increase', async () => {
  const { metrics } = new HealthServer({});
  new SendingService(
    {} as Transactions,
    {} as OutcomeRecorder,
    {} as PeriodicTasks,
    new ProviderCalls(metrics),
    {} as Logger,
  );
  const counts = (await metrics.metrics()).match(/^provider_call_duration_seconds_count\{.*$/gm);
  expect(counts).toEqual(
    [...channelKinds, 'push'].flatMap((provider) =>
      ['accepted', 'temporary', 'permanent'].map(
        (outcome) =>
          `provider_call_duration_seconds_count{provider="${provider}",operation="send",outcome="${outcome}"} 0`,
      ),
    ),
  );
});
