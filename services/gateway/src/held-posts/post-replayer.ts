import { CommandClient } from '@desk/bullmq-transport';
import {
  acceptHeldPost,
  type Caller,
  DomainError,
  hasCode,
  refuseHeldPost,
  type ResponseOf,
  retryLeadFetch,
  type WaitingPost,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { hashLead, parseIdempotencyKey, toLeadWithExtras } from '../ingest/lead-intake.js';
import { LeadTester } from '../ingest/lead-tester.js';
import { PhoneVerifier } from '../ingest/phone-verifier.js';
import { unknownNumber } from '../ingest/verified-intake.js';
import { fromStored, readRequest } from '../sources/incoming-request.js';
import { asNamed, toBody } from '../sources/lead-of-post.js';
import { type Refusal, toRefusal } from '../sources/post-holder.js';
import { type ReadPost, readPost } from '../sources/read-post.js';
import type { Source } from '../sources/source.js';

/** The admin who replays it; null for a lead that was fetched. */
type ReplayedBy = { readonly actorId: string; readonly caller: Caller } | null;
/** `passed`: it became a lead, or is a duplicate. */
export type Replay = 'passed' | 'refused' | 'fetching' | 'test';

interface Fields extends Pick<ReadPost, 'extras'> {
  readonly body: ReturnType<typeof toBody>;
  readonly key: string | null;
}

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
    private readonly phones: PhoneVerifier,
    private readonly tester: LeadTester,
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
  private async makeLead(held: WaitingPost, read: ReadPost, replayedBy: ReplayedBy): Promise<Replay> {
    const { post, request } = held;
    try {
      const body = toBody(read);
      const key = parseIdempotencyKey(request.idempotencyKey ?? read.idempotencyKey, 'Idempotency-Key');
      const { test } = await (read.isTest
        ? this.tester.try(post.funnelId, body)
        : this.accept(held, replayedBy, { body, key, extras: read.extras }));
      return test ? 'test' : 'passed';
    } catch (error) {
      if (hasCode(error, 'DUPLICATE_LEAD')) return read.isTest ? 'test' : 'passed';
      return this.refuse(post.id, error instanceof DomainError ? asNamed(error, read) : error, read.isTest);
    }
  }

  /** Turns the post into a lead, at most once. @throws INVALID_REQUEST and what `acceptHeldPost` throws */
  private async accept(
    { post, phoneVerification }: WaitingPost,
    replayedBy: ReplayedBy,
    { body, key, extras }: Fields,
  ): Promise<ResponseOf<typeof acceptHeldPost>> {
    const lead = toLeadWithExtras(body, extras, new Date(post.receivedAt));
    const verified = await this.phones.verify(lead, phoneVerification);
    if (!verified) throw unknownNumber(body);
    return this.commands.send(acceptHeldPost, {
      postId: post.id,
      funnelId: post.funnelId,
      idempotencyKey: key,
      bodyHash: hashLead(lead),
      lead: verified,
      replayedBy,
    });
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
