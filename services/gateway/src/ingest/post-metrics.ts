import { type AcceptedLeadAnswer, DomainError, type ErrorCode } from '@desk/contracts';
import { exemplarLabels, HealthServer } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';

const postOutcomes = [
  'accepted',
  'replayed',
  'test',
  'duplicate',
  'invalid',
  'rejected',
  'unavailable',
  'failed',
] as const;
type PostOutcome = (typeof postOutcomes)[number];

const outcomes: Partial<Record<ErrorCode, PostOutcome>> = {
  DUPLICATE_LEAD: 'duplicate',
  INVALID_REQUEST: 'invalid',
  CONSENT_REQUIRED: 'rejected',
  IDEMPOTENCY_MISMATCH: 'rejected',
  IDEMPOTENCY_IN_FLIGHT: 'rejected',
  UNKNOWN_FUNNEL_KEY: 'rejected',
  UNAVAILABLE: 'unavailable',
};

const outcomeOf = (error: unknown): PostOutcome =>
  (error instanceof DomainError ? outcomes[error.code] : undefined) ?? 'failed';

const acceptedAs = ({ replayed, test }: AcceptedLeadAnswer): PostOutcome =>
  test ? 'test' : replayed ? 'replayed' : 'accepted';

/**
 * Counts posted leads by what was answered, those of a batch one by one, and measures the time until acceptance. Every
 * outcome is reported from the start, as 0.
 */
@Injectable()
export class PostMetrics {
  private readonly posts: Counter<'outcome'>;
  private readonly durations: Histogram;

  constructor({ metrics }: HealthServer) {
    this.posts = new Counter({
      name: 'lead_posts_total',
      help: 'Posted leads by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of postOutcomes) this.posts.inc({ outcome }, 0);
    this.durations = new Histogram({
      name: 'lead_posted_to_accepted_seconds',
      help: 'Time from reading a posted lead to its commit, of leads that were accepted',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      enableExemplars: true,
      registers: [metrics],
    });
  }

  async measure(post: () => Promise<AcceptedLeadAnswer>): Promise<AcceptedLeadAnswer> {
    const startedAt = performance.now();
    try {
      const answer = await post();
      const outcome = acceptedAs(answer);
      this.posts.inc({ outcome });
      if (outcome === 'accepted')
        this.durations.observe({
          labels: {},
          value: (performance.now() - startedAt) / 1_000,
          exemplarLabels: exemplarLabels(),
        });
      return answer;
    } catch (error) {
      this.posts.inc({ outcome: outcomeOf(error) });
      throw error;
    }
  }
}
