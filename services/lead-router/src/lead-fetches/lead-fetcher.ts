import { Broadcast } from '@desk/bullmq-transport';
import { LEADS_FETCHED } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks } from '@desk/service-kit';
import type { PeriodicTask } from '@desk/timing';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConnectionRepository } from '../funnels/connection.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { decideNextStep, type GraphFailure, readCreatedTime } from './graph-answer.js';
import { GraphClient, GraphError } from './graph-client.js';
import { type ClaimedFetch, LeadFetchRepository } from './lead-fetch.repository.js';
import { toArrivedRequest, toNotificationRequest } from './to-arrived-request.js';

/** Recovers what a killed process left behind. New notifications are fetched at once. */
const INTERVAL_MS = 5_000;
const CONCURRENCY = 8;

/**
 * Fetches leads from Meta, and stores each as a held post, which a gateway reads like any post. Claims a lead, calls Meta
 * outside any transaction, then records the outcome in one transaction.
 */
@Injectable()
export class LeadFetcher implements OnModuleInit {
  private task: PeriodicTask | undefined;

  constructor(
    private readonly tasks: PeriodicTasks,
    private readonly transactions: Transactions,
    private readonly fetches: LeadFetchRepository,
    private readonly heldPosts: HeldPostRepository,
    private readonly connections: ConnectionRepository,
    private readonly graph: GraphClient,
    private readonly broadcast: Broadcast,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const run = () => this.run();
    this.task = this.tasks.start({ name: 'lead fetches', intervalMs: INTERVAL_MS, run });
  }

  /** Fetches what is due, once a run in progress has ended. */
  runNow(): void {
    void this.task?.runNow();
  }

  private async run(): Promise<void> {
    for (;;) {
      const claimed = await this.fetches.claim(this.transactions, CONCURRENCY);
      await Promise.all(claimed.map((fetch) => this.fetch(fetch)));
      if (claimed.length < CONCURRENCY) return;
    }
  }

  private async fetch(fetch: ClaimedFetch): Promise<void> {
    try {
      const lead = await this.graph.getLead(fetch.access.token, fetch.externalId);
      await this.recordLead(fetch, lead);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      await this.recordFailure(fetch, error.failure);
    }
  }

  private async recordLead(fetch: ClaimedFetch, lead: object): Promise<void> {
    await this.transactions.run(async (tx) => {
      if (!(await this.fetches.end(tx, fetch, 'fetched'))) return;
      this.heldPosts.put(tx, {
        id: fetch.id,
        funnelId: fetch.access.funnelId,
        request: toArrivedRequest(lead),
        receivedAt: readCreatedTime(lead, new Date()),
        reason: 'fetched',
        detail: 'The lead was fetched, and is about to be read.',
      });
    });
    this.broadcast.publish(LEADS_FETCHED, fetch.id);
  }

  private async recordFailure(fetch: ClaimedFetch, { kind, detail }: GraphFailure): Promise<void> {
    const { id, access, attempts } = fetch;
    const next = decideNextStep(kind, attempts, Math.random);
    await this.transactions.run(async (tx) => {
      if (next.step === 'give-up') {
        if (!(await this.fetches.end(tx, fetch, 'failed'))) return;
        const request = toNotificationRequest(fetch.externalId);
        const post = { id, funnelId: access.funnelId, receivedAt: fetch.notifiedAt, request };
        this.heldPosts.put(tx, { ...post, reason: 'not_fetched', detail });
        return;
      }
      const pauseMs = next.step === 'pause' ? next.delayMs : 0;
      // A call that Meta refused because of its token does not count.
      const isCounted = next.step !== 'stop';
      this.fetches.postpone(tx, fetch, next.step === 'retry' ? next.delayMs : pauseMs, { isCounted });
      this.connections.setError(tx, access, detail, { isTokenRefused: !isCounted, pauseMs });
    });
    this.logger.warn({ fetchId: id, funnelId: access.funnelId, kind, attempts }, 'lead not fetched');
  }
}
