import { channelKinds } from '@desk/contracts';
import { HealthServer, type Logger, ProviderCalls } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import { MessageFlow } from './message-flow.js';
import { type ClaimedRow, destinations, type SendingRepository } from './sending.repository.js';

class EmptyFlow extends MessageFlow<ClaimedRow> {
  limits = () => ({ concurrency: 1 });
  send = () => Promise.resolve({ result: 'accepted' as const });
  onFailure = () => Promise.resolve(false);
  toLogFields = () => ({});
}

it('reports every result of every channel from the start, so that the first one counts as an increase', async () => {
  const { metrics } = new HealthServer({});
  new EmptyFlow({} as SendingRepository<ClaimedRow>, new ProviderCalls(metrics), {} as Logger);
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

it('counts the addresses of one domain together, however they are written', () => {
  const { keyOf } = destinations.domain;
  expect(['dana@Agency.example', '"a@b"@agency.EXAMPLE'].map((address) => keyOf({ address }))).toEqual([
    'agency.example',
    'agency.example',
  ]);
});
