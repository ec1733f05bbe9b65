import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findLinkOwner } from '../credentials/single-use-tokens.js';

interface EmailChange {
  readonly id: string;
  readonly userId: string;
  readonly newEmail: string;
}

interface Undo {
  readonly previousEmail: string;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

interface UndoneChange {
  readonly previousEmail: string;
  readonly requestedAt: Date;
}

@Injectable()
export class EmailChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(tx: Tx, change: EmailChange & { tokenHash: string; expiresAt: Date }): Promise<void> {
    await tx.query(
      'INSERT INTO email_changes (id, user_id, new_email, token_hash, expires_at) VALUES ($1, $2, $3, $4, $5)',
      [change.id, change.userId, change.newEmail, change.tokenHash, change.expiresAt],
    );
  }

  findUserId(tokenHash: string): Promise<string | undefined> {
    return findLinkOwner(this.dataSource, 'email_changes', tokenHash);
  }

  /** Uses up a token. Returns undefined if it is unknown, expired or already used. */
  async use(tx: Tx, tokenHash: string): Promise<EmailChange | undefined> {
    return tx.one<EmailChange>(
      `UPDATE email_changes SET used_at = clock_timestamp()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING id, user_id AS "userId", new_email AS "newEmail"`,
      [tokenHash],
    );
  }

  /** Lets the previous address undo the change. Nobody else can take that address meanwhile. */
  async allowUndo(tx: Tx, id: string, { previousEmail, tokenHash, expiresAt }: Undo): Promise<void> {
    await tx.query(
      'UPDATE email_changes SET previous_email = $2, undo_token_hash = $3, undo_expires_at = $4 WHERE id = $1',
      [id, previousEmail, tokenHash, expiresAt],
    );
  }

  /** Returns the id of the user whose change this token undoes, or undefined if it cannot be undone any more. */
  async findUserIdOfUndo(tokenHash: string): Promise<string | undefined> {
    const [row]: { userId: string }[] = await this.dataSource.query(
      `SELECT user_id AS "userId" FROM email_changes WHERE undo_token_hash = $1 AND undo_expires_at > now()`,
      [tokenHash],
    );
    return row?.userId;
  }

  /**
   * Uses up the token that undoes a change, and those of all later changes: a thief who made these must not be able to
   * move the account back to their own address. Returns undefined if the change cannot be undone any more.
   */
  async useUndo(tx: Tx, tokenHash: string): Promise<UndoneChange | undefined> {
    return tx.one<UndoneChange>(
      `UPDATE email_changes later SET undo_token_hash = NULL
         FROM email_changes undone
        WHERE undone.undo_token_hash = $1 AND undone.undo_expires_at > now()
          AND later.user_id = undone.user_id AND later.used_at >= undone.used_at
       RETURNING undone.previous_email AS "previousEmail", undone.created_at AS "requestedAt"`,
      [tokenHash],
    );
  }

  async deleteUnused(tx: Tx, userId: string): Promise<void> {
    await tx.query('DELETE FROM email_changes WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
