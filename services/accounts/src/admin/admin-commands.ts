import { randomUUID } from 'node:crypto';
import { newPassword, parse } from '@desk/contracts';
import type { DataSource } from 'typeorm';
import { refuseCommonPassword } from '../sign-in/common-passwords.js';
import { hashPassword } from '../sign-in/passwords.js';
import { MARK_STALE } from '../users/standing.repository.js';
import type { AdminCommand } from './arguments.js';

interface NewAdmin {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

/** What is done to accounts from the console of the machine. All of it is in the audit log. */
export class AdminCommands {
  constructor(private readonly dataSource: DataSource) {}

  async exists(email: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT 1 FROM users WHERE email = $1', [email]);
    return rows.length > 0;
  }

  /** An admin buys no leads, so nobody else has to hear of it. */
  async create({ email, firstName, lastName, password }: NewAdmin): Promise<void> {
    parse(newPassword(), password);
    refuseCommonPassword(password, [email]);
    const hashed = await hashPassword(password);
    await this.dataSource.transaction(async (manager) => {
      const id = randomUUID();
      const added: unknown[] = await manager.query(
        `INSERT INTO users (id, email, password, first_name, last_name, phone, is_admin)
         VALUES ($1, $2, $3, $4, $5, '', true) ON CONFLICT DO NOTHING RETURNING id`,
        [id, email, hashed, firstName, lastName],
      );
      if (added.length === 0) throw new Error('Somebody has this e-mail address already.');
      await manager.query(`INSERT INTO audit_events (action, user_id) VALUES ('admin-created', $1)`, [id]);
    });
  }

  /** Ends the sessions at once. Where leads are given out it is in force within seconds: the standing is marked. */
  async change(command: Exclude<AdminCommand, 'create'>, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const rows: { id: string }[] = await manager.query('SELECT id FROM users WHERE email = $1', [email]);
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('Nobody has this e-mail address.');
      if (command !== 'sign-out') {
        await manager.query(MARK_STALE, [id]);
        await manager.query(
          `UPDATE users SET disabled_at = ${command === 'disable' ? 'now()' : 'NULL'}, updated_at = now() WHERE id = $1`,
          [id],
        );
      }
      await manager.query('DELETE FROM sessions WHERE user_id = $1', [id]);
      const action = { disable: 'disabled', enable: 'enabled', 'sign-out': 'sessions-ended' }[command];
      await manager.query('INSERT INTO audit_events (action, user_id) VALUES ($1, $2)', [action, id]);
    });
  }
}
