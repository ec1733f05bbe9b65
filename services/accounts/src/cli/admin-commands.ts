import { randomUUID } from 'node:crypto';
import { newPassword, parse } from '@desk/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditAction } from '../audit/audit.repository.js';
import { assertNotCommonPassword } from '../credentials/common-passwords.js';
import { hashPassword } from '../credentials/passwords.js';
import {
  type AccountChange,
  type AppliedChange,
  changeAccount,
} from '../user-administration/account-changes.js';
import type { AdminArguments, AdminCommand } from './arguments.js';

type NewAdmin = Pick<AdminArguments, 'email' | 'firstName' | 'lastName'> & { readonly password: string };

type ChangeCommand = Exclude<AdminCommand, 'create'>;

const CHANGES: Readonly<Record<ChangeCommand, AccountChange>> = {
  disable: 'disable',
  enable: 'enable',
  'sign-out': 'end-sessions',
  'reset-second-factor': 'reset-second-factor',
};

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

  /**
   * Ends the user's sessions at once. Leads stop or start again within seconds, once the running service has
   * published the change.
   */
  async change(command: ChangeCommand, email: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const rows: { id: string }[] = await manager.query(
        'SELECT id FROM users WHERE email = $1 AND erased_at IS NULL FOR UPDATE',
        [email],
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('No account has this email address.');
      const change = await changeAccount(manager, id, CHANGES[command]);
      await this.record(manager, change.action, id, change);
    });
  }

  private async record(
    manager: EntityManager,
    action: AuditAction,
    userId: string,
    { oldValue, newValue }: Pick<AppliedChange, 'oldValue' | 'newValue'> = {},
  ): Promise<void> {
    await manager.query(
      `INSERT INTO audit_events (action, user_id, operator, old_value, new_value) VALUES ($1, $2, $3, $4, $5)`,
      [action, userId, this.operator, oldValue ?? null, newValue ?? null],
    );
  }
}
