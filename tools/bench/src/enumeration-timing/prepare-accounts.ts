import { type HttpClient } from '@desk/tool-workload';
import pg from 'pg';
import type { TestSystem } from '../test-system.js';
import { agentsWithFactor, type Requester, requesterEmail } from './endpoints.js';

/** Gives half of the accounts a second factor, and signs in the one that asks for other addresses. */
export async function prepareAccounts({ stack }: TestSystem, http: HttpClient): Promise<Requester> {
  await addPasskeys(stack.urls.database);
  const password = stack.secrets.agentPassword;
  const { status, headers } = await http.send({
    method: 'POST',
    path: '/api/auth/login',
    body: { email: requesterEmail, password },
  });
  const cookie = headers['set-cookie']?.[0]?.split(';')[0];
  if (status !== 200 || cookie === undefined) throw new Error(`Sign-in was answered with ${status}.`);
  return { cookie, password };
}

/** As a registration leaves them. */
async function addPasskeys(adminDatabaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminDatabaseUrl });
  await client.connect();
  try {
    await client.query('SET search_path TO accounts');
    await client.query(
      `WITH owners AS (
         UPDATE users SET has_second_factor = true WHERE email = ANY ($1::text[]) RETURNING id)
       INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
       SELECT gen_random_uuid(), id, 'Key', gen_random_uuid()::text, '', 0 FROM owners`,
      [agentsWithFactor],
    );
  } finally {
    await client.end();
  }
}
