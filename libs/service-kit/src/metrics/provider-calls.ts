import { Histogram } from 'prom-client';
import type { Metrics } from './create-registry.js';

export interface ProviderCall {
  /** `card`, or the kind of channel. */
  readonly provider: string;
  /** One of a fixed set: never a path with ids, never an address. */
  readonly operation: string;
  readonly outcome: string;
  readonly durationMs: number;
}

/** Calls that a process may make, in every combination. */
interface KnownCalls {
  readonly provider: string;
  readonly operations: readonly string[];
  readonly outcomes: readonly string[];
}

/**
 * Measures calls to outside services: the card provider, mail server, text messages, Slack, webhooks, push services.
 */
export class ProviderCalls {
  private readonly durations: Histogram<'provider' | 'operation' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.durations = new Histogram({
      name: 'provider_call_duration_seconds',
      help: 'Duration of calls to providers by operation and outcome',
      labelNames: ['provider', 'operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [metrics],
    });
  }

  /** Reports calls as 0 before the first one, so that Prometheus sees it as an increase. */
  startAtZero({ provider, operations, outcomes }: KnownCalls): void {
    for (const operation of operations)
      for (const outcome of outcomes) this.durations.zero({ provider, operation, outcome });
  }

  record({ provider, operation, outcome, durationMs }: ProviderCall): void {
    this.durations.observe({ provider, operation, outcome }, durationMs / 1_000);
  }
}
