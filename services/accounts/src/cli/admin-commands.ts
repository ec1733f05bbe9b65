import { randomUUID } from 'node:crypto';
import { newPassword, parse } from '@desk/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditAction } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword } from '../credentials/passwords.js';
import type { AdminCommand } from './arguments.js';

interface NewAdmin {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
}

const AUDIT_ACTIONS = {
  disable: 'disabled',
  enable: 'enabled',
  'sign-out': 'sessions-ended',
  'reset-second-factor': 'second-factor-removed',
} as const;

/** For users who lost their devices and their recovery codes. */
const RESET_SECOND_FACTOR = [
  'DELETE FROM authenticator_apps WHERE user_id = $1',
  'DELETE FROM passkeys WHERE user_id = $1',
  'DELETE FROM recovery_codes WHERE user_id = $1',
  'UPDATE users SET has_second_factor = false, updated_at = now() WHERE id = $1',
];

/** Account changes made from the command line. All of them are written to the audit log. */
export class AdminCommands {
  constructor(
    private readonly dataSource: DataSource,
    /** Who runs the command. */
    private readonly operator: string,
  ) {}

  async exists(email: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT 1 FROM users WHERE email = $1', [email]);
    return rows.length > 0;
  }

  /** Publishes nothing to other services, because an admin does not buy leads. */
  async create({ email, firstName, lastName, password }: NewAdmin): Promise<void> {
    parse(newPassword(), password);
    assertNotCommonPassword(password, [email]);
    const passwordHash = await hashPassword(password);
    await this.dataSource.transaction(async (manager) => {
      const id = randomUUID();
      const inserted: unknown[] = await manager.query(
        `INSERT INTO users (id, email, password, first_name, last_name, phone, is_admin, email_confirmed_at)
         VALUES ($1, $2, $3, $4, $5, '', true, now()) ON CONFLICT DO NOTHING RETURNING id`,
        [id, email, passwordHash, firstName, lastName],
      );
      if (inserted.length === 0) throw new Error('An account with this email address already exists.');
      await this.record(manager, 'admin-created', id);
    });
  }

  /** Ends the user's sessions at once. Leads stop within seconds, once the running service has published the change. */
  async change(command: Exclude<AdminCommand, 'create'>, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const rows: { id: string }[] = await manager.query(
        'SELECT id FROM users WHERE email = $1 AND erased_at IS NULL FOR UPDATE',
        [email],
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('No account has this email address.');
      if (command === 'reset-second-factor')
        for (const statement of RESET_SECOND_FACTOR) await manager.query(statement, [id]);
      if (command === 'disable' || command === 'enable')
        await manager.query(
          `UPDATE users SET disabled_at = ${command === 'disable' ? 'now()' : 'NULL'}, updated_at = now() WHERE id = $1`,
          [id],
        );
      await manager.query('DELETE FROM sign_in_challenges WHERE user_id = $1', [id]);
      await manager.query('DELETE FROM sessions WHERE user_id = $1', [id]);
      await this.record(manager, AUDIT_ACTIONS[command], id);
    });
  }

  private async record(manager: EntityManager, action: AuditAction, userId: string): Promise<void> {
    await manager.query('INSERT INTO audit_events (action, user_id, operator) VALUES ($1, $2, $3)', [
      action,
      userId,
      this.operator,
    ]);
  }
}
