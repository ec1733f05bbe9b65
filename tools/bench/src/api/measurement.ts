import type { Clock } from '@desk/tool-workload';
import { closedLoop } from '../load/closed-loop.js';
import { collectSample, type Sample } from '../load/sample.js';
import { type CallName, callNames, type Calls } from './calls.js';

export type Samples = Readonly<Record<CallName, readonly Sample[]>>;

export interface MeasurementOptions {
  readonly concurrency: number;
  /** Of each kind. */
  readonly requests: number;
  readonly rounds: number;
}

/** Only reached if nothing is answered. */
const ROUND_TIMEOUT_MS = 120_000;

/** Makes the calls in rounds of every kind, so that a slow period of the machine affects each kind equally. */
export class Measurement {
  private readonly callCounts = new Map<CallName, number>();

  constructor(
    private readonly calls: Calls,
    private readonly clock: Clock,
  ) {}

  async run({ concurrency, requests, rounds }: MeasurementOptions): Promise<Samples> {
    const samples = Object.fromEntries(callNames.map((name) => [name, [] as Sample[]])) as Record<
      CallName,
      Sample[]
    >;
    for (let round = 0; round < rounds; round += 1) {
      // The first rounds make the calls that remain after an even division.
      const maxCalls = Math.floor(requests / rounds) + (round < requests % rounds ? 1 : 0);
      const options = { concurrency, durationMs: ROUND_TIMEOUT_MS, maxCalls, clock: this.clock };
      for (const name of callNames)
        await closedLoop(options, (_index, dueAt) => this.call(name, samples[name], dueAt));
    }
    return samples;
  }

  private call(name: CallName, samples: Sample[], dueAt: number): Promise<number | undefined> {
    const index = this.callCounts.get(name) ?? 0;
    this.callCounts.set(name, index + 1);
    return collectSample(samples, dueAt, async (sample) => {
      await this.calls[name](index);
      sample.acceptedAt = this.clock.now();
    });
  }
}
