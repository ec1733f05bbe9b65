import type { Clock } from '../load/clock.js';
import { closedLoop } from '../load/closed-loop.js';
import { type Sample, take } from '../load/sample.js';
import { type CallName, callNames, type Calls } from './calls.js';

export type Samples = Readonly<Record<CallName, readonly Sample[]>>;

/** Longer than any round takes unless nothing is answered. */
const ROUND_LIMIT_MS = 120_000;

/** Makes the calls in rounds of every kind, so that a busy spell of the machine falls on each kind alike. */
export class Measurement {
  private readonly made = new Map<CallName, number>();

  constructor(
    private readonly calls: Calls,
    private readonly clock: Clock,
  ) {}

  async run(options: { concurrency: number; requests: number; rounds: number }): Promise<Samples> {
    const { concurrency, requests, rounds } = options;
    const samples = Object.fromEntries(callNames.map((name) => [name, [] as Sample[]])) as Record<
      CallName,
      Sample[]
    >;
    for (let round = 0; round < rounds; round += 1) {
      // The first rounds take what does not divide evenly.
      const most = Math.floor(requests / rounds) + (round < requests % rounds ? 1 : 0);
      for (const name of callNames)
        await closedLoop({ concurrency, forMs: ROUND_LIMIT_MS, most, clock: this.clock }, (_index, dueAt) =>
          this.call(name, samples[name], dueAt),
        );
    }
    return samples;
  }

  private call(name: CallName, samples: Sample[], dueAt: number): Promise<void> {
    const index = this.made.get(name) ?? 0;
    this.made.set(name, index + 1);
    return take(samples, dueAt, async (sample) => {
      await this.calls[name](index);
      sample.acceptedAt = this.clock.now();
    });
  }
}
