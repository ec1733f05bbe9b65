import { CommandClient } from '@desk/bullmq-transport';
import { DomainError, hasCode, refuseHeldPost, retryLeadFetch, type WaitingPost } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { type HeldPostToReplay, LeadIntake, parseIdempotencyKey } from '../ingest/lead-intake.js';
import { fromStored, readRequest } from '../sources/incoming-request.js';
import { asNamed, toBody } from '../sources/lead-of-post.js';
import { type Refusal, toRefusal } from '../sources/post-holder.js';
import { type ReadPost, readPost } from '../sources/read-post.js';
import type { Source } from '../sources/source.js';

type ReplayedBy = HeldPostToReplay['replayedBy'];
/** `passed`: it became a lead, or is a duplicate. */
export type Replay = 'passed' | 'refused' | 'fetching' | 'test';

const PASSED_TEST: Refusal = {
  reason: 'test',
  detail: 'Nothing is wrong with it, but it is a test, or its funnel is in test mode.',
  faults: [],
};

/** Turns a held post into a lead, or stores why it was refused. */
@Injectable()
export class PostReplayer {
  constructor(
    private readonly commands: CommandClient,
    private readonly intake: LeadIntake,
  ) {}

  /** Safe to repeat: a post becomes one lead. */
  async replay(held: WaitingPost, replayedBy: ReplayedBy): Promise<Replay> {
    const { post, request, mapping } = held;
    try {
      const { source, post: arrived } = await readRequest(fromStored(request));
      const [notified] = source.readNotification?.(arrived.body) ?? [];
      if (notified !== undefined) return await this.fetch(post.id, source, notified.id);
      return await this.makeLead(held, readPost(source, arrived, mapping), replayedBy);
    } catch (error) {
      return this.refuse(post.id, error);
    }
  }

  /** Stores that a fetched post is a test, so that it is not replayed again. One that has ended stays as it is. */
  async keepTest(postId: string): Promise<void> {
    await this.commands.send(refuseHeldPost, { postId, ...PASSED_TEST });
  }

  private async fetch(postId: string, source: Source, externalId: string): Promise<Replay> {
    if (!source.isFetched) return 'refused';
    await this.commands.send(retryLeadFetch, { postId, externalId });
    return 'fetching';
  }

  /** A duplicate is not a refusal: it ends the post. */
  private async makeLead(
    { post, request, phoneVerification }: WaitingPost,
    read: ReadPost,
    replayedBy: ReplayedBy,
  ): Promise<Replay> {
    const { id: postId, funnelId } = post;
    try {
      const body = toBody(read);
      const key = parseIdempotencyKey(request.idempotencyKey ?? read.idempotencyKey, 'Idempotency-Key');
      const held = { postId, funnelId, receivedAt: new Date(post.receivedAt), phoneVerification, replayedBy };
      const { test } = await (read.isTest
        ? this.intake.try(funnelId, body)
        : this.intake.replay(held, body, key, read.extras));
      return test ? 'test' : 'passed';
    } catch (error) {
      if (hasCode(error, 'DUPLICATE_LEAD')) return read.isTest ? 'test' : 'passed';
      return this.refuse(postId, error instanceof DomainError ? asNamed(error, read) : error, read.isTest);
    }
  }

  /** @throws any failure that is not about the post */
  private async refuse(postId: string, error: unknown, isTest = false): Promise<'refused'> {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    const { reason } = isTest ? PASSED_TEST : refusal;
    await this.commands.send(refuseHeldPost, { postId, ...refusal, reason });
    return 'refused';
  }
}
