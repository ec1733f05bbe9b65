import { HandleCommand } from '@desk/bullmq-transport';
import { DomainError, requestLeadFetches, type RequestOf, retryLeadFetch } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { Controller } from '@nestjs/common';
import { ConnectionRepository } from '../funnels/connection.repository.js';
import { HeldPostRepository } from '../held-posts/held-post.repository.js';
import { LeadFetchRepository } from './lead-fetch.repository.js';
import { LeadFetcher } from './lead-fetcher.js';

/** Stores the ids in Meta's notifications before the answer; the leads are fetched after it (ADR 36). */
@Controller()
export class LeadFetchesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly fetches: LeadFetchRepository,
    private readonly heldPosts: HeldPostRepository,
    private readonly connections: ConnectionRepository,
    private readonly fetcher: LeadFetcher,
  ) {}

  @HandleCommand(requestLeadFetches)
  async request({ funnelId, externalIds }: RequestOf<typeof requestLeadFetches>) {
    await this.transactions.run((tx) => {
      this.fetches.request(tx, funnelId, externalIds);
      return Promise.resolve();
    });
    this.fetcher.runNow();
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
    this.fetcher.runNow();
    return {};
  }
}
