import {
  type ArrivedRequest,
  defineTransitions,
  type HeldPost,
  type HeldPostReason,
  type HeldPostState,
  type holdPost,
  type listHeldPosts,
  MAX_HELD_POSTS,
  type PhoneVerification,
  type RequestOf,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { DataCipher, toInstants, type WithDates } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  decryptRefusal,
  decryptRequest,
  encryptRefusal,
  encryptRequest,
  type Refusal,
} from './held-post-cipher.js';

const transitions = defineTransitions<HeldPostState>('held post', {
  waiting: ['accepted', 'duplicate', 'discarded'],
  accepted: [],
  duplicate: [],
  discarded: [],
});

interface HeldPostRow extends WithDates<Omit<HeldPost, keyof Refusal>, 'receivedAt' | 'closedAt'> {
  readonly refusal: string;
  readonly request: string | null;
  readonly phoneVerification: PhoneVerification;
}

/** A lead that was fetched, or could not be. */
interface FetchedPost {
  readonly id: string;
  readonly funnelId: string;
  readonly receivedAt: Date;
  readonly reason: 'fetched' | 'not_fetched';
  readonly detail: string;
  readonly request: ArrivedRequest;
}

/** A held post that is locked. */
type LockedPost = Pick<HeldPostRow, 'funnelId' | 'receivedAt' | 'status' | 'leadId'>;

const SELECT = `
  SELECT p.id, p.funnel_id AS "funnelId", f.name AS "funnelName", p.received_at AS "receivedAt", p.reason, p.refusal,
         p.request, p.status, p.closed_at AS "closedAt", p.lead_id AS "leadId", f.phone_verification AS "phoneVerification"
    FROM held_posts p JOIN funnels f ON f.id = p.funnel_id`;

/** Counts no further than the limit. The same request that waits already is found by its digest. */
const INSERT = `
  INSERT INTO held_posts (id, funnel_id, received_at, reason, refusal, request, digest)
  SELECT $1, $2, date_trunc('milliseconds', clock_timestamp()), $3, $4, $5, $6
   WHERE (SELECT count(*) FROM (SELECT 1 FROM held_posts WHERE funnel_id = $2 AND status = 'waiting'
                                 LIMIT ${MAX_HELD_POSTS}) waiting) < ${MAX_HELD_POSTS}
  ON CONFLICT DO NOTHING RETURNING id`;
const FIND_SAME = `
  SELECT id FROM held_posts WHERE funnel_id = $1 AND status = 'waiting' AND digest = ANY($2)`;
/** Replaces the request of a post that waits under this id. A post that has ended does not change. */
const PUT = `
  INSERT INTO held_posts AS p (id, funnel_id, received_at, reason, refusal, request, digest, replay_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 THEN now() END)
  ON CONFLICT (id) DO UPDATE
     SET received_at = excluded.received_at, reason = excluded.reason, refusal = excluded.refusal,
         request = excluded.request, digest = excluded.digest, replay_at = excluded.replay_at
   WHERE p.status = 'waiting'`;
/** Claims posts for longer than a replay takes. Afterwards, another gateway replays what a dead one had claimed. */
const CLAIM_FETCHED = `
  UPDATE held_posts SET replay_at = now() + interval '20 s'
   WHERE id IN (SELECT p.id FROM held_posts p JOIN funnels f ON f.id = p.funnel_id
                 WHERE p.status = 'waiting' AND p.replay_at <= now() AND f.mode <> 'paused'
                 ORDER BY p.replay_at LIMIT $1 FOR UPDATE OF p SKIP LOCKED)
  RETURNING id`;
const LOCK = `
  SELECT funnel_id AS "funnelId", received_at AS "receivedAt", status, lead_id AS "leadId"
    FROM held_posts WHERE id = $1 FOR UPDATE`;
const CLOSE = `
  UPDATE held_posts SET status = $2, lead_id = $3, request = NULL, closed_at = date_trunc('milliseconds', clock_timestamp())
   WHERE id = $1`;

/** Posts that did not become leads at once. What arrived, and why it was refused, is stored encrypted. */
@Injectable()
export class HeldPostRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cipher: DataCipher,
  ) {}

  /** Returns false if too many posts of the funnel wait. The same request is held once. */
  async insert(tx: Tx, post: RequestOf<typeof holdPost>): Promise<boolean> {
    const { id, funnelId, reason, request } = post;
    const [digest = '', ...earlier] = this.cipher.digests(JSON.stringify(request), `held_posts ${funnelId}`);
    if ((await tx.query(FIND_SAME, [funnelId, [digest, ...earlier]])).length > 0) return true;
    const inserted = await tx.query(INSERT, [
      ...[id, funnelId, reason],
      ...[encryptRefusal(this.cipher, id, post), encryptRequest(this.cipher, id, request), digest],
    ]);
    return inserted.length > 0 || (await tx.query(FIND_SAME, [funnelId, [digest]])).length > 0;
  }

  /**
   * Holds a fetched lead, or the notification of one that could not be fetched. Has no limit, because no other copy
   * exists.
   */
  put(tx: Tx, { id, funnelId, receivedAt, reason, detail, request }: FetchedPost): void {
    const digest = this.cipher.digest(id, `held_posts ${funnelId}`);
    tx.send(PUT, [
      ...[id, funnelId, receivedAt, reason, encryptRefusal(this.cipher, id, { detail, faults: [] })],
      ...[encryptRequest(this.cipher, id, request), digest, reason === 'fetched'],
    ]);
  }

  /** Returns the ids of fetched posts that nobody else replays now. */
  async claimFetchedPosts(limit: number): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await this.dataSource.query(CLAIM_FETCHED, [limit]);
    return rows.map(({ id }) => id);
  }

  async list({ status, funnelId, after, limit }: RequestOf<typeof listHeldPosts>): Promise<HeldPost[]> {
    const rows: HeldPostRow[] = await this.dataSource.query(
      `${SELECT} WHERE ($1::text IS NULL OR p.status = $1) AND ($2::uuid IS NULL OR p.funnel_id = $2)
          AND ($3::timestamptz IS NULL OR (p.received_at, p.id) < ($3, $4::uuid))
        ORDER BY p.received_at DESC, p.id DESC LIMIT $5`,
      [status, funnelId, after?.receivedAt ?? null, after?.id ?? null, limit],
    );
    return rows.map((row) => this.toPost(row));
  }

  /** Returns undefined for an unknown post. The request is null once the post has ended. */
  async find(
    id: string,
  ): Promise<
    { post: HeldPost; request: ArrivedRequest | null; phoneVerification: PhoneVerification } | undefined
  > {
    const [row]: HeldPostRow[] = await this.dataSource.query(`${SELECT} WHERE p.id = $1`, [id]);
    if (!row) return undefined;
    const request = row.request === null ? null : decryptRequest(this.cipher, id, row.request);
    return { post: this.toPost(row), request, phoneVerification: row.phoneVerification };
  }

  lock(tx: Tx, id: string): Promise<LockedPost | undefined> {
    return tx.one<LockedPost>(LOCK, [id]);
  }

  /** Ends a post that is locked, and removes what arrived. */
  close(tx: Tx, id: string, { status }: LockedPost, end: HeldPostState, leadId: string | null = null): void {
    transitions.move(status, end);
    tx.send(CLOSE, [id, end, leadId]);
  }

  setRefusal(tx: Tx, id: string, reason: HeldPostReason, refusal: Refusal): void {
    tx.send('UPDATE held_posts SET reason = $2, refusal = $3, replay_at = NULL WHERE id = $1', [
      ...[id, reason, encryptRefusal(this.cipher, id, refusal)],
    ]);
  }

  private toPost({ refusal, request: _, phoneVerification: __, ...row }: HeldPostRow): HeldPost {
    return { ...toInstants(row), ...decryptRefusal(this.cipher, row.id, refusal) };
  }
}
