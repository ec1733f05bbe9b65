import { createHash, randomUUID } from 'node:crypto';
import { SLACK_SET_UP_MINUTES } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A state has 256 random bits, so a plain digest of it reveals nothing. */
const toDigest = (state: string): string => createHash('sha256').update(state).digest('base64url');

/** Set-ups that agents started, each known by the digest of its state. */
@Injectable()
export class SlackSetUpRepository {
  constructor(private readonly dataSource: DataSource) {}

  async start(tx: Tx, userId: string, state: string): Promise<void> {
    await tx.query(
      `INSERT INTO slack_set_ups (id, user_id, digest, expires_at)
       VALUES ($1, $2, $3, now() + interval '${SLACK_SET_UP_MINUTES} min')`,
      [randomUUID(), userId, toDigest(state)],
    );
  }

  /** Ends the set-ups from before a recovery: an intruder could have the owner open the address of one. */
  async expire(tx: Tx, userId: string, before: string): Promise<void> {
    await tx.query(
      'UPDATE slack_set_ups SET used_at = now() WHERE user_id = $1 AND used_at IS NULL AND started_at < $2',
      [userId, before],
    );
  }

  /** Returns false for a state that this user did not start, that is expired, or that was used before. */
  async useUp(userId: string, state: string): Promise<boolean> {
    const [rows]: [unknown[]] = await this.dataSource.query(
      `UPDATE slack_set_ups SET used_at = now()
        WHERE digest = $2 AND user_id = $1 AND used_at IS NULL AND expires_at > now() RETURNING id`,
      [userId, toDigest(state)],
    );
    return rows.length > 0;
  }
}
