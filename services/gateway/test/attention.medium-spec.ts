import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Attention, MAX_ATTENTION } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let fixture: Fixture;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

/** Waits for these counts: what a service does not answer within two seconds is missing. */
const waitFor = (expected: Partial<Attention>): Promise<void> =>
  eventually(async () => {
    expect((await admin.get<Attention>('/api/admin/attention')).body).toMatchObject(expected);
  });

const nothing: Attention = {
  waitingLeads: 0,
  heldPosts: 0,
  integrationRequests: 0,
  problems: 0,
  disputes: 0,
  differences: 0,
  deliveries: 0,
  failedMessages: 0,
  incidents: 0,
};

async function insertRequests(states: readonly string[]): Promise<void> {
  const { id: userId } = await system.registerAgent();
  for (const [index, state] of states.entries())
    await system.query(
      'accounts',
      'INSERT INTO integration_requests (id, user_id, integration_type, status) VALUES ($1, $2, $3, $4)',
      [randomUUID(), userId, index % 2 === 0 ? 'sms' : 'slack', state],
    );
}

const insertIncidents = (states: readonly ('open' | 'resolved')[]) =>
  system.query(
    'accounts',
    `INSERT INTO incidents (id, title, components, resolved_at)
     SELECT gen_random_uuid(), 'Emails are late', '{}', CASE state WHEN 'resolved' THEN now() END
       FROM unnest($1::text[]) AS state`,
    [states],
  );

const insertProblems = (states: readonly string[]) =>
  system.query(
    'lead-router',
    `INSERT INTO problem_reports (id, lead_id, offer_id, buyer_id, funnel_id, reason, state, reported_at, decided_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), f.id, 'other', state, now(),
            CASE WHEN state IN ('approved', 'declined') THEN now() END
       FROM unnest($1::text[]) AS state, (SELECT id FROM funnels LIMIT 1) f`,
    [states],
  );

const insertDisputes = (states: readonly ('open' | 'reviewed')[]) =>
  system.query(
    'billing',
    `WITH purchase AS (
       INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version, decline_code)
       VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 80, 'usd', 'failed', 1, 'other')
       RETURNING id, user_id, lead_id)
     INSERT INTO disputes (id, stripe_dispute_id, purchase_id, buyer_id, lead_id, amount, status, reason, opened_at,
                           reviewed_at)
     SELECT gen_random_uuid(), gen_random_uuid(), p.id, p.user_id, p.lead_id, 80, 'needs_response', 'fraudulent', now(),
            CASE state WHEN 'reviewed' THEN now() END
       FROM unnest($1::text[]) AS state, purchase p`,
    [states],
  );

const insertDifferences = (state: 'open' | 'resolved', many: number) =>
  system.query(
    'billing',
    `WITH run AS (INSERT INTO reconciliation_runs (id, trigger, window_from, window_to, finished_at)
                  VALUES (gen_random_uuid(), 'command', now(), now(), now()) RETURNING id)
     INSERT INTO reconciliation_differences (id, object, kind, provider_id, state, first_seen_at, opened_at, last_seen_at,
                                             last_run_id, resolved_at)
     SELECT gen_random_uuid(), 'payment', 'missing-here', gen_random_uuid(), $1::text, now(), now(), now(), run.id,
            CASE $1::text WHEN 'resolved' THEN now() END
       FROM generate_series(1, $2), run`,
    [state, many],
  );

const insertDeliveries = (states: readonly ('failed' | 'sent')[]) =>
  system.query(
    'notifier',
    `WITH channel AS (
       INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'email', 'dana@agency.example', 'Dana', now())
       RETURNING id, buyer_id, address)
     INSERT INTO deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id, content, status,
                             sent_at, failed_at)
     SELECT gen_random_uuid(), gen_random_uuid(), c.buyer_id, gen_random_uuid(), c.id, 'email', c.address,
            gen_random_uuid(), '{}', state, CASE state WHEN 'sent' THEN now() END, CASE state WHEN 'failed' THEN now() END
       FROM unnest($1::text[]) AS state, channel c`,
    [states],
  );

/** The messages are stopped, so that nothing publishes them. */
const insertMessages = (service: 'billing' | 'notifier', failures: readonly number[]) =>
  system.query(
    service,
    `INSERT INTO outbox (message_id, queue, name, sealed, due_at, failures, failure_id, failure_kind, first_failed_at,
                         last_failed_at, stopped_at)
     SELECT gen_random_uuid(), 'lead-router.events', 'billing.offer-charged', 'sealed', now(), failed, gen_random_uuid(),
            'handler-failed', now(), now(), now()
       FROM unnest($1::int[]) AS failed`,
    [failures],
  );

describe('what waits for an admin', () => {
  it('is counted in every service, without what is done', async () => {
    await waitFor(nothing);
    await fixture.postLead();
    await insertRequests(['pending', 'completed', 'declined', 'pending']);
    await insertIncidents(['open', 'resolved']);
    await insertProblems(['reported', 'in-review', 'approved', 'declined', 'recorded']);
    await insertDisputes(['open', 'open', 'open', 'reviewed']);
    await insertDifferences('open', 2);
    await insertDifferences('resolved', 1);
    await insertDeliveries(['failed', 'sent']);
    await insertMessages('billing', [40, 3]);
    // After so few failures, the next attempt usually succeeds.
    await insertMessages('notifier', [3, 2]);
    await waitFor({
      waitingLeads: 1,
      heldPosts: 0,
      integrationRequests: 2,
      problems: 2,
      disputes: 3,
      differences: 2,
      deliveries: 1,
      failedMessages: 3,
      incidents: 1,
    });
  });

  it('is counted up to a limit', async () => {
    await insertDifferences('open', MAX_ATTENTION + 5);
    await waitFor({ differences: MAX_ATTENTION });
  });

  it('is shown to admins only', async () => {
    const { browser: agent } = await system.registerAgent();
    expect((await agent.get('/api/admin/attention')).status).toBe(403);
    expect((await system.openBrowser().get('/api/admin/attention')).status).toBe(401);
  });

  it('is missing, not 0, while the service that counts it is down', async () => {
    await system.processes.get('billing')?.stop();
    await waitFor({
      waitingLeads: 1,
      heldPosts: 0,
      integrationRequests: 2,
      problems: 2,
      disputes: null,
      differences: null,
      deliveries: 1,
      failedMessages: null,
      incidents: 1,
    });
    await system.startService('billing');
    await waitFor({ disputes: 3, failedMessages: 3 });
  });
});
