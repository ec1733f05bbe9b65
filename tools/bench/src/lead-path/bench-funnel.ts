import {
  type Clock,
  FunnelClient,
  leadBody,
  type Person,
  PersonGenerator,
  type PostOutcome,
} from '@desk/tool-workload';
import { collectSample, type Sample } from '../load/sample.js';
import type { TestSystem } from '../test-system.js';

/** Posts each person once. */
export class BenchFunnel {
  private readonly client: FunnelClient;
  private readonly persons = new PersonGenerator('bench');

  constructor(
    { system }: TestSystem,
    private readonly clock: Clock,
  ) {
    this.client = new FunnelClient(system.webUrl, system.funnelKey);
  }

  /** Returns a call for a load loop that appends to `samples`. */
  collectInto(samples: Sample[]): (index: number, dueAt: number) => Promise<number | undefined> {
    return (_index, dueAt) =>
      collectSample(samples, dueAt, async (sample) => {
        const outcome = await this.post(this.persons.next());
        if (outcome.retryAfterMs !== undefined) sample.retryAfterMs = outcome.retryAfterMs;
        sample.leadId = leadIdOf(outcome);
        sample.acceptedAt = this.clock.now();
      });
  }

  /** @throws Error unless the lead is accepted */
  async postNext(): Promise<{ person: Person; leadId: string }> {
    const person = this.persons.next();
    return { person, leadId: leadIdOf(await this.post(person)) };
  }

  private post(person: Person): Promise<PostOutcome> {
    return this.client.post({ body: JSON.stringify(leadBody(person)) });
  }

  close(): void {
    this.client.close();
  }
}

/** @throws Error unless the lead was accepted */
function leadIdOf({ result, leadId, reason }: PostOutcome): string {
  if (result !== 'accepted' || leadId === undefined) throw new Error(`${result} ${reason ?? ''}`.trim());
  return leadId;
}
