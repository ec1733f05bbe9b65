import { randomUUID } from 'node:crypto';
import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const IN_FORCE = 'SELECT 1 FROM phone_opt_outs WHERE phone = $1 AND lifted_at IS NULL';

/** Numbers that sent STOP, and those of them that sent START later. */
@Injectable()
export class PhoneOptOutRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isOptedOut(phone: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(IN_FORCE, [phone]);
    return rows.length > 0;
  }

  /** Serializes set-ups and opt-outs of one number until the transaction ends, and returns whether it is opted out. */
  async lockNumber(tx: Tx, phone: string): Promise<boolean> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('phone ' || $1, 0))", [phone]);
    return (await tx.query(IN_FORCE, [phone])).length > 0;
  }

  /** Returns false if the number is already opted out. */
  async record(tx: Tx, phone: string): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO phone_opt_outs (id, phone) VALUES ($1, $2)
       ON CONFLICT (phone) WHERE lifted_at IS NULL DO NOTHING RETURNING id`,
      [randomUUID(), phone],
    );
    return rows.length > 0;
  }

  async lift(tx: Tx, phone: string): Promise<void> {
    await tx.query('UPDATE phone_opt_outs SET lifted_at = now() WHERE phone = $1 AND lifted_at IS NULL', [
      phone,
    ]);
  }

  /** Returns every agent's SMS channel with this number, locked. */
  async lockChannels(tx: Tx, phone: string): Promise<{ id: string; disabledReason: string | null }[]> {
    return tx.query(
      `SELECT id, disabled_reason AS "disabledReason" FROM channels
        WHERE kind = 'sms' AND address = $1 AND removed_at IS NULL AND closing_at IS NULL ORDER BY id FOR UPDATE`,
      [phone],
    );
  }
}
