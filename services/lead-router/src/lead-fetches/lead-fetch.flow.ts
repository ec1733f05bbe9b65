import { Broadcast, HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  LEADS_FETCHED,
  requestLeadFetches,
  type RequestOf,
  retryLeadFetch,
} from '@desk/contracts';
import { runForEach, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { type AfterCommit, type Attempt, type Flow, type LaneLimits, StepRunner } from '@desk/steps';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectionRepository } from '../funnels/connection.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { decideNextStep, type GraphFailure, readCreatedTime } from './graph-answer.js';
import { GraphClient, GraphError } from './graph-client.js';
import { type ClaimedFetch, LeadFetchRepository } from './lead-fetch.repository.js';
import { toArrivedRequest, toNotificationRequest } from './to-arrived-request.js';

const CONCURRENCY = 8;

type FetchOutcome =
  | { readonly result: 'fetched'; readonly lead: object }
  | { readonly result: 'failed'; readonly failure: GraphFailure };

/**
 * Fetches leads from Meta, and stores each as a held post, which a gateway reads like any post (ADR 36).
 *
 * | committed                          | how the fetch continues                                       |
 * | ---------------------------------- | ------------------------------------------------------------- |
 * | 1. queued, before Meta is answered | fetched at once, or by a sweep                                |
 * | 2. claimed, with a lease           | fetched again once the lease has run out                      |
 * | 3. queued again                    | fetched again after the delay, or once another token is saved |
 * | 4. fetched, with its held post     | a gateway claims the post, at the latest by its own sweep     |
 * | 5. failed, with its held post      | an admin replays the post, which queues it again              |
 */
@Controller()
export class LeadFetchFlow implements Flow<ClaimedFetch, FetchOutcome>, OnApplicationBootstrap {
  readonly action = 'fetch';
  readonly table;

  constructor(
    private readonly steps: StepRunner,
    private readonly transactions: Transactions,
    private readonly fetches: LeadFetchRepository,
    private readonly heldPosts: HeldPostRepository,
    private readonly connections: ConnectionRepository,
    private readonly graph: GraphClient,
    private readonly broadcast: Broadcast,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.table = fetches.table;
  }

  onApplicationBootstrap(): void {
    this.steps.start(this);
  }

  @HandleCommand(requestLeadFetches)
  async request({ funnelId, externalIds }: RequestOf<typeof requestLeadFetches>) {
    await this.transactions.run((tx) => this.fetches.request(tx, funnelId, externalIds));
    return {};
  }

  /** @throws HELD_POST_NOT_FOUND, HELD_POST_CLOSED, CONNECTION_MISSING */
  @HandleCommand(retryLeadFetch)
  async retry({ postId, externalId }: RequestOf<typeof retryLeadFetch>) {
    await this.transactions.run(async (tx) => {
      const post = await this.heldPosts.lock(tx, postId);
      if (!post) throw new DomainError('HELD_POST_NOT_FOUND');
      if (post.status !== 'waiting') throw new DomainError('HELD_POST_CLOSED');
      if (!(await this.connections.has(post.funnelId, 'meta'))) throw new DomainError('CONNECTION_MISSING');
      const isFetched = await this.fetches.retry(tx, post.funnelId, externalId, postId);
      if (!isFetched) this.heldPosts.close(tx, postId, post, 'duplicate');
    });
    return {};
  }

  limits(): LaneLimits<ClaimedFetch> {
    return { concurrency: CONCURRENCY };
  }

  async act({ access, externalId }: ClaimedFetch): Promise<FetchOutcome> {
    try {
      return { result: 'fetched', lead: await this.graph.getLead(access.token, externalId) };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      return { result: 'failed', failure: error.failure };
    }
  }

  isUsual({ result }: FetchOutcome): boolean {
    return result === 'fetched';
  }

  async record(
    tx: Tx,
    attempts: readonly Attempt<ClaimedFetch, FetchOutcome>[],
  ): Promise<readonly (AfterCommit | undefined)[]> {
    const fetched = attempts.flatMap(({ row, outcome }) => (outcome.result === 'fetched' ? [row] : []));
    const ended = fetched.length > 0 ? await this.fetches.setFetched(tx, fetched) : new Set<string>();
    return runForEach(attempts, async ({ row, outcome }) => {
      if (outcome.result === 'failed') return this.recordFailure(tx, row, outcome.failure);
      // Of two attempts at the same lead, one stores it.
      if (!ended.delete(row.id)) return undefined;
      this.heldPosts.put(tx, {
        id: row.id,
        funnelId: row.access.funnelId,
        request: toArrivedRequest(outcome.lead),
        receivedAt: readCreatedTime(outcome.lead, new Date()),
        reason: 'fetched',
        detail: 'The lead was fetched, and is about to be read.',
      });
      return () => this.broadcast.publish(LEADS_FETCHED, row.id);
    });
  }

  private async recordFailure(
    tx: Tx,
    fetch: ClaimedFetch,
    { kind, detail }: GraphFailure,
  ): Promise<AfterCommit | undefined> {
    const { id, access, externalId, notifiedAt } = fetch;
    const attempts = fetch.attempts - fetch.attemptsBefore;
    const next = decideNextStep(kind, attempts, Math.random);
    if (next.step === 'give-up') {
      if (!(await this.fetches.setFailed(tx, fetch))) return undefined;
      const request = toNotificationRequest(externalId);
      const post = { id, funnelId: access.funnelId, receivedAt: notifiedAt, request };
      this.heldPosts.put(tx, { ...post, reason: 'not_fetched', detail });
    } else {
      const isTokenRefused = next.step === 'stop';
      // A call that Meta refused because of its token does not count.
      if (isTokenRefused) await this.table.postpone(tx, fetch);
      else await this.fetches.scheduleRetry(tx, fetch, next.delayMs);
      const pauseMs = next.step === 'pause' ? next.delayMs : 0;
      this.connections.setError(tx, access, detail, { isTokenRefused, pauseMs });
    }
    return () =>
      this.logger.warn({ fetchId: id, funnelId: access.funnelId, kind, attempts }, 'lead not fetched');
  }
}
