import {
  MAX_REFUSED_POSTS,
  type NewRefusedPost,
  type PostedFieldName,
  type RejectionReason,
} from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

export interface RejectionCount {
  readonly funnelId: string | null;
  /** In the reporting time zone. */
  readonly day: string;
  readonly reason: RejectionReason;
  /** Empty: all posts that were refused for the reason. */
  readonly field: PostedFieldName | '';
  readonly count: number;
}

const INSERT_REFUSED_POSTS = `
  INSERT INTO refused_posts (funnel_id, refused_at, reason, fields)
  SELECT f.id, given."refusedAt", given.reason, given.fields
    FROM jsonb_to_recordset($1) AS given ("funnelId" uuid, "refusedAt" timestamptz, reason text, fields text[])
    JOIN funnels f ON f.id = given."funnelId"`;
/** Keeps the newest refused posts of each funnel. */
const DELETE_OLD_REFUSED_POSTS = `
  DELETE FROM refused_posts WHERE id IN (
    SELECT old.id
      FROM unnest($1::uuid[]) AS given (funnel_id)
     CROSS JOIN LATERAL (SELECT p.id FROM refused_posts p WHERE p.funnel_id = given.funnel_id
                          ORDER BY p.refused_at DESC, p.id DESC OFFSET ${MAX_REFUSED_POSTS}) old)`;

/** Stands in for the funnel in `rejections` when the key is unknown. */
export const UNKNOWN_FUNNEL_ID = '00000000-0000-0000-0000-000000000000';

/** Counts refused posts, and keeps the newest of each funnel. */
@Injectable()
export class RejectionRepository {
  /** Locks the rows in the order of their key, so that two batches cannot deadlock. */
  async addRejections(tx: Tx, counts: readonly RejectionCount[]): Promise<void> {
    await tx.query(
      `INSERT INTO rejections AS r (funnel_id, day, reason, field, count)
       SELECT funnel_id, day, reason, field, sum(count)
         FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[])
                AS given (funnel_id, day, reason, field, count)
        GROUP BY funnel_id, day, reason, field
        ORDER BY funnel_id, day, reason, field
       ON CONFLICT (funnel_id, day, reason, field) DO UPDATE SET count = r.count + excluded.count`,
      [
        counts.map(({ funnelId }) => funnelId ?? UNKNOWN_FUNNEL_ID),
        counts.map(({ day }) => day),
        counts.map(({ reason }) => reason),
        counts.map(({ field }) => field),
        counts.map(({ count }) => count),
      ],
    );
  }

  /** Drops posts of unknown funnels. The caller has locked the funnels, so that no other batch adds posts to them meanwhile. */
  addRefusedPosts(tx: Tx, posts: readonly NewRefusedPost[]): void {
    if (posts.length === 0) return;
    tx.send(INSERT_REFUSED_POSTS, [JSON.stringify(posts)]);
    tx.send(DELETE_OLD_REFUSED_POSTS, [[...new Set(posts.map(({ funnelId }) => funnelId))]]);
  }
}
