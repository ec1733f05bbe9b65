import { Broadcast, HandleCommand } from '@desk/bullmq-transport';
import {
  type ArrivedRequest,
  DomainError,
  LEADS_FETCHED,
  requestLeadFetches,
  type RequestOf,
  retryLeadFetch,
} from '@desk/contracts';
import { runForEach, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import { type AfterCommit, type Attempt, type Flow, type LaneLimits, StepRunner } from '@desk/steps';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { ConnectionRepository } from '../funnels/connection.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { decideNextStep, type GraphFailure, readCreatedTime } from './graph-answer.js';
import { GraphClient, GraphError } from './graph-client.js';
import { type ClaimedFetch, type FailedFetch, LeadFetchRepository } from './lead-fetch.repository.js';

const CONCURRENCY = 8;
const DISCONNECTED_CHECK_INTERVAL_MS = 5_000;
const DISCONNECTED_BATCH = 100;
const DISCONNECTED =
  "Connect Meta Lead Ads on the funnel's page, then replay this post: the lead will be fetched.";

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
 *
 * A lead whose funnel is no longer connected is not claimed; after a day it fails.
 */
@Controller()
export class LeadFetchFlow implements Flow<ClaimedFetch, FetchOutcome>, OnApplicationBootstrap {
  readonly action = 'fetch';
  readonly table;

  constructor(
    private readonly tasks: PeriodicTasks,
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
    const run = (): Promise<void> => this.failDisconnected();
    this.tasks.start({ name: 'disconnected lead fetches', intervalMs: DISCONNECTED_CHECK_INTERVAL_MS, run });
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

  private async failDisconnected(): Promise<void> {
    const failBatch = (): Promise<number> =>
      this.transactions.run(async (tx) => {
        const failed = await this.fetches.failDisconnected(tx, DISCONNECTED_BATCH);
        for (const fetch of failed) this.hold(tx, fetch, DISCONNECTED);
        return failed.length;
      });
    while ((await failBatch()) === DISCONNECTED_BATCH);
  }

  /** Holds the notification of a lead, in the transaction in which its fetch fails. */
  private hold(tx: Tx, { id, funnelId, externalId, notifiedAt }: FailedFetch, detail: string): void {
    const request = toNotificationRequest(externalId);
    this.heldPosts.put(tx, { id, funnelId, receivedAt: notifiedAt, request, reason: 'not_fetched', detail });
  }

  private async recordFailure(
    tx: Tx,
    fetch: ClaimedFetch,
    { kind, detail }: GraphFailure,
  ): Promise<AfterCommit | undefined> {
    const { id, access } = fetch;
    const { funnelId } = access;
    const attempts = fetch.attempts - fetch.attemptsBefore;
    const next = decideNextStep(kind, attempts, Math.random);
    if (next.step === 'give-up') {
      if (!(await this.fetches.setFailed(tx, fetch))) return undefined;
      this.hold(tx, { ...fetch, funnelId }, detail);
    } else {
      const isTokenRefused = next.step === 'stop';
      const pauseMs = next.step === 'pause' ? next.delayMs : 0;
      // Locks the connection before the fetch, like the transaction that saves a connection.
      this.connections.setError(tx, access, detail, { isTokenRefused, pauseMs });
      // A call that Meta refused because of its token does not count.
      if (isTokenRefused) await this.table.postpone(tx, fetch);
      else await this.fetches.scheduleRetry(tx, fetch, next.delayMs);
    }
    return () => this.logger.warn({ fetchId: id, funnelId, kind, attempts }, 'lead not fetched');
  }
}

/** As if Meta had posted it at the private address. */
const toArrivedRequest = (body: object): ArrivedRequest => ({
  tool: 'meta',
  contentType: 'application/json',
  query: '',
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
  idempotencyKey: null,
});

/** A notification of one lead, from which it can be fetched again. */
const toNotificationRequest = (externalId: string): ArrivedRequest =>
  toArrivedRequest({
    object: 'page',
    entry: [{ changes: [{ field: 'leadgen', value: { leadgen_id: externalId } }] }],
  });
