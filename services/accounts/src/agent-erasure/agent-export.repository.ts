import type { DataSource } from 'typeorm';

/**
 * What an agent may read about themselves; $1 is the agent's id. Leaves out hashes, secrets and session ids, which say
 * nothing about the person.
 */
const QUERIES = {
  account: `SELECT id, email, first_name, last_name, phone, company_name, time_zone, service_enabled, daily_lead_limit,
                   email_confirmed_at, email_bounced_at, has_second_factor, terms_accepted_at, terms_version, terms_network, recovery_version, disabled_at, erased_at,
                   created_at, updated_at
              FROM users WHERE id = $1`,
  signUps: `SELECT current_step, completed_steps, accepted_terms, terms_accepted_at, terms_version, terms_network, delivery_email, delivery_text, delivery_slack,
                   delivery_other, first_name, last_name, company_name, email, phone, completed_at, created_at, updated_at
              FROM sign_up_drafts
             WHERE user_id = $1 OR email = (SELECT email FROM users WHERE id = $1) ORDER BY created_at`,
  sessions: `SELECT sess->>'userAgent' AS user_agent, sess->>'beganAt' AS began_at, sess->>'lastUsedAt' AS last_used_at,
                    expire
               FROM sessions WHERE user_id = $1 ORDER BY expire`,
  knownDevices: 'SELECT created_at, last_seen_at FROM known_devices WHERE user_id = $1 ORDER BY created_at',
  authenticatorApps: `SELECT name, confirmed_at, last_used_at, review, created_at FROM authenticator_apps
                       WHERE user_id = $1 ORDER BY created_at`,
  passkeys:
    'SELECT name, last_used_at, review, created_at FROM passkeys WHERE user_id = $1 ORDER BY created_at',
  recoveryCodes: 'SELECT used_at, created_at FROM recovery_codes WHERE user_id = $1 ORDER BY created_at',
  passwordResets: `SELECT created_at, expires_at, used_at FROM password_resets WHERE user_id = $1 ORDER BY created_at`,
  emailChanges: `SELECT new_email, previous_email, created_at, expires_at, used_at FROM email_changes
                  WHERE user_id = $1 ORDER BY created_at`,
  emailConfirmations: `SELECT email, created_at, expires_at, used_at FROM email_confirmations
                        WHERE user_id = $1 ORDER BY created_at`,
  integrationRequests: `SELECT integration_type, status, details, decline_reason, created_at, updated_at
                          FROM integration_requests
                         WHERE user_id = $1 ORDER BY created_at`,
  // Where others acted, their networks and browsers are not the agent's. Only admins read reasons.
  auditEntries: `SELECT at, action, actor_id, operator, old_value, new_value - 'reason' AS new_value,
                        CASE WHEN actor_id = user_id THEN address END AS address,
                        CASE WHEN actor_id = user_id THEN network END AS network,
                        CASE WHEN actor_id = user_id THEN user_agent END AS user_agent
                   FROM audit_events WHERE user_id = $1 ORDER BY id`,
} as const;

/** Returns what this schema holds about an agent. */
export async function exportAgent(dataSource: DataSource, id: string): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(QUERIES)) exported[name] = await dataSource.query(sql, [id]);
  return exported;
}
