import { FunnelClient, leadBody, openLoop, Clock, PersonGenerator } from '@desk/tool-workload';

/** Posts each lead once, at a steady rate, and measures how long each takes from the moment it was due. */
export class HonestFunnel {
  private readonly client: FunnelClient;
  private readonly persons: PersonGenerator;
  private readonly clock = new Clock();

  constructor(webUrl: string, funnelKey: string, seed: number) {
    this.client = new FunnelClient(webUrl, funnelKey);
    this.persons = new PersonGenerator(`hostile ${seed}`);
  }

  /** Posts until `isOver` returns true. Returns latencies in milliseconds, and what went wrong. */
  async post(ratePerSecond: number, isOver: () => boolean): Promise<Posts> {
    const latenciesMs: number[] = [];
    const failures: string[] = [];
    await openLoop({ count: Infinity, ratePerSecond, clock: this.clock, isOver }, async (_index, dueAt) => {
      const { result, reason } = await this.client.post({
        body: JSON.stringify(leadBody(this.persons.next())),
      });
      if (result === 'accepted') latenciesMs.push(this.clock.now() - dueAt);
      else failures.push(`${result} ${reason ?? ''}`.trim());
    });
    return { latenciesMs, failures };
  }

  close(): void {
    this.client.close();
  }
}

export interface Posts {
  readonly latenciesMs: readonly number[];
  readonly failures: readonly string[];
}
