import type { DataSource, EntityManager } from 'typeorm';
import { NO_PASSWORD } from '../credentials/passwords.js';

/** How an operator names an agent. An erased one is found by id only. */
export type AgentName = { readonly email: string } | { readonly id: string };

export interface Agent {
  readonly id: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly isErased: boolean;
}

export interface ErasedAccount {
  readonly id: string;
  /** Kept without personal data. */
  readonly auditEntries: number;
  readonly acceptedTerms: number;
}

/** Everything that belongs to the account alone. */
const accountTables = [
  'sessions',
  'password_resets',
  'email_changes',
  'email_confirmations',
  'authenticator_apps',
  'passkeys',
  'recovery_codes',
  'sign_in_challenges',
  'known_devices',
] as const;

/** Removes what identifies a person in `sign_up_drafts`. Ends the sign-up, so that nothing is added to it. */
export const ANONYMIZE_DRAFT = `first_name = NULL, last_name = NULL, company_name = NULL, email = NULL, phone = NULL,
            delivery_other = NULL, submission = NULL, terms_network = NULL, personal_data_removed_at = now(),
            completed_at = COALESCE(completed_at, now())`;

/**
 * Returns the beginning of a statement that ends the accounts that `due` selects by `id`. It removes what belongs to
 * them alone or identifies their owners. `ended` has one row for each account. A trigger replaces names and addresses
 * in `users`.
 */
export const endAccounts = (due: string): string => `
  WITH due AS (${due}),
       ${accountTables.map((table) => `of_${table} AS (DELETE FROM ${table} t USING due WHERE t.user_id = due.id)`).join(',\n       ')},
       drafts AS (
         UPDATE sign_up_drafts d SET ${ANONYMIZE_DRAFT} FROM due WHERE d.reserved_user_id = due.id),
       requests AS (
         UPDATE integration_requests r
            SET status = CASE status WHEN 'pending' THEN 'declined' ELSE status END, details = NULL,
                decline_reason = NULL, updated_at = now()
           FROM due WHERE r.user_id = due.id),
       ended AS (
         UPDATE users u
            SET erased_at = now(), disabled_at = COALESCE(disabled_at, now()), password = '${NO_PASSWORD}',
                has_second_factor = false, terms_network = NULL, updated_at = now()
           FROM due WHERE u.id = due.id RETURNING u.id)`;
const END_ACCOUNT = `${endAccounts('SELECT $1::uuid AS id')} SELECT id FROM ended`;
const REMOVE_ABANDONED_DRAFTS = `
  DELETE FROM sign_up_drafts WHERE email = $1 AND user_id IS NULL AND completed_at IS NULL`;
const COUNT_KEPT = `
  SELECT (SELECT count(*)::int FROM audit_events WHERE user_id = $1) AS "auditEntries",
         (SELECT count(*)::int FROM sign_up_drafts
           WHERE reserved_user_id = $1 AND accepted_terms) AS "acceptedTerms"`;

/** Finds and erases the account of one agent. */
export class AgentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws Error with a sentence for the operator */
  async get(name: AgentName, manager: EntityManager = this.dataSource.manager): Promise<Agent> {
    const [column, value] = 'id' in name ? ['id', name.id] : ['email', name.email];
    const [agent]: Agent[] = await manager.query(
      `SELECT id, email, is_admin AS "isAdmin", erased_at IS NOT NULL AS "isErased" FROM users WHERE ${column} = $1
          FOR NO KEY UPDATE`,
      [value],
    );
    if (!agent) throw new Error(`No account has this ${column === 'id' ? 'id' : 'email address'}.`);
    if (agent.isAdmin) throw new Error('This is an admin account. `npm run admin -- disable` closes it.');
    return agent;
  }

  /**
   * Ends every session and removes what identifies the agent, in one transaction. The email address is free
   * at once. The running service then publishes the erasure to the others. Safe to repeat.
   */
  async erase(name: AgentName, operator: string): Promise<ErasedAccount> {
    return this.dataSource.transaction(async (manager) => {
      const { id, email, isErased } = await this.get(name, manager);
      if (!isErased) {
        await manager.query(END_ACCOUNT, [id]);
        await manager.query(REMOVE_ABANDONED_DRAFTS, [email]);
        await manager.query('SELECT remove_audit_values_of_erased($1)', [id]);
        await recordAgentAction(manager, 'agent-erased', id, operator);
      }
      const [kept]: Omit<ErasedAccount, 'id'>[] = await manager.query(COUNT_KEPT, [id]);
      return { id, auditEntries: kept?.auditEntries ?? 0, acceptedTerms: kept?.acceptedTerms ?? 0 };
    });
  }
}

/** Adds an entry for what an operator did with an agent's data. */
export async function recordAgentAction(
  manager: EntityManager,
  action: 'agent-erased' | 'agent-exported',
  userId: string,
  operator: string,
): Promise<void> {
  await manager.query('INSERT INTO audit_events (action, user_id, operator) VALUES ($1, $2, $3)', [
    action,
    userId,
    operator,
  ]);
}
