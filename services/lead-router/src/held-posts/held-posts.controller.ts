import { HandleCommand } from '@desk/bullmq-transport';
import {
  claimFetchedPosts,
  discardHeldPost,
  DomainError,
  getHeldPost,
  type HeldPost,
  holdPost,
  listHeldPosts,
  refuseHeldPost,
  type RequestOf,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, publishAction } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { MappingRepository } from '../funnels/mapping.repository.js';
import { HeldPostRepository } from './held-post.repository.js';

/** Keeps posts that did not become leads until they are replayed or discarded (ADR 35). */
@Controller()
export class HeldPostsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly posts: HeldPostRepository,
    private readonly mappings: MappingRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(holdPost)
  async hold(post: RequestOf<typeof holdPost>) {
    return { isHeld: await this.transactions.run((tx) => this.posts.insert(tx, post)) };
  }

  @HandleCommand(listHeldPosts)
  async list(request: RequestOf<typeof listHeldPosts>) {
    return { posts: await this.posts.list(request) };
  }

  /** @throws HELD_POST_NOT_FOUND */
  @HandleCommand(getHeldPost)
  async get({ postId }: RequestOf<typeof getHeldPost>) {
    const found = await this.posts.find(postId);
    if (!found) throw new DomainError('HELD_POST_NOT_FOUND');
    const latest = await this.mappings.findLatest(this.transactions, found.post.funnelId);
    return { ...found, mapping: latest?.mapping ?? null };
  }

  @HandleCommand(claimFetchedPosts)
  async claimFetchedPosts({ limit }: RequestOf<typeof claimFetchedPosts>) {
    const ids = await this.posts.claimFetchedPosts(limit);
    const claimed = await Promise.all(ids.map((postId) => this.findReadable(postId)));
    return { posts: claimed.flatMap((held) => (held?.request ? [{ ...held, request: held.request }] : [])) };
  }

  /** @throws HELD_POST_NOT_FOUND */
  @HandleCommand(refuseHeldPost)
  async refuse({ postId, reason, ...refusal }: RequestOf<typeof refuseHeldPost>) {
    await this.transactions.run(async (tx) => {
      const post = await this.posts.lock(tx, postId);
      if (!post) throw new DomainError('HELD_POST_NOT_FOUND');
      if (post.status === 'waiting') this.posts.setRefusal(tx, postId, reason, refusal);
    });
    return {};
  }

  /** @throws HELD_POST_NOT_FOUND, HELD_POST_CLOSED */
  @HandleCommand(discardHeldPost)
  async discard({ postId, actorId, caller }: RequestOf<typeof discardHeldPost>): Promise<HeldPost> {
    await this.transactions.run(async (tx) => {
      const post = await this.posts.lock(tx, postId);
      if (!post) throw new DomainError('HELD_POST_NOT_FOUND');
      if (post.status === 'discarded') return;
      if (post.status !== 'waiting') throw new DomainError('HELD_POST_CLOSED');
      this.posts.close(tx, postId, post, 'discarded');
      const subject = { kind: 'held-post', id: postId };
      publishAction(tx, { action: 'held-post-discarded', actorId, userId: null, subject, caller });
    });
    return (await this.get({ postId })).post;
  }

  /** A post that was deleted or cannot be decrypted must not stop the others from being replayed. */
  private async findReadable(postId: string) {
    try {
      return await this.get({ postId });
    } catch (err) {
      this.logger.warn({ err, postId }, 'fetched post not read');
      return undefined;
    }
  }
}
