import { type Clock, FunnelClient, leadBody, type Person, PersonGenerator } from '@desk/tool-workload';
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
  collectInto(samples: Sample[]): (index: number, dueAt: number) => Promise<void> {
    return (_index, dueAt) =>
      collectSample(samples, dueAt, async (sample) => {
        const { leadId } = await this.postNext();
        sample.acceptedAt = this.clock.now();
        sample.leadId = leadId;
      });
  }

  /** @throws Error unless the lead is accepted */
  async postNext(): Promise<{ person: Person; leadId: string }> {
    const person = this.persons.next();
    const { result, leadId, reason } = await this.client.post({ body: JSON.stringify(leadBody(person)) });
    if (result !== 'accepted' || leadId === undefined) throw new Error(`${result} ${reason ?? ''}`.trim());
    return { person, leadId };
  }

  close(): void {
    this.client.close();
  }
}
