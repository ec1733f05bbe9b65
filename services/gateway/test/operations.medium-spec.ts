import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { QueueJobsAnswer, QueuesAnswer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { findAuditEvent, readUserId } from './audit-log.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

interface FailedDelivery {
  id: string;
  lead: { fullName: string } | null;
  buyer: { id: string } | null;
}

let system: TestSystem;
let fixture: Fixture;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

describe('the queues of all services', () => {
  const list = async (): Promise<QueuesAnswer['queues']> =>
    (await admin.get<QueuesAnswer>('/api/admin/queues')).body.queues;
  const jobsUrl = (queue: string, state: string): string =>
    `/api/admin/queue-jobs?queue=${queue}&state=${state}`;

  it('are listed with their workers, and one copy takes jobs from each', async () => {
    await eventually(async () => (await list()).every(({ workers }) => workers === 1));
    expect((await list()).map(({ queue }) => queue)).toEqual([
      'accounts.rpc',
      'accounts.events',
      'billing.rpc',
      'billing.events',
      'lead-router.rpc',
      'lead-router.events',
      'notifier.rpc',
      'notifier.events',
    ]);
  });

  it('are shown to admins only', async () => {
    const { browser: agent } = await system.registerAgent();
    for (const path of ['/api/admin/queues', jobsUrl('billing.rpc', 'failed')]) {
      expect((await agent.get(path)).status).toBe(403);
      expect((await system.openBrowser().get(path)).status).toBe(401);
    }
  });

  it('are read by known names and states only', async () => {
    for (const path of [
      jobsUrl('billing.rpc', 'completed'),
      jobsUrl('unknown.rpc', 'failed'),
      '/api/admin/queue-jobs',
    ])
      expect((await admin.get(path)).body).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('show nothing of the person whose lead waits', async () => {
    const buyer = await fixture.createBuyer();
    await system.processes.get('notifier')?.stop();
    const reference = `click-${randomUUID()}`;
    await fixture.postLead({ full_name: 'Wanda Hale', email: 'wanda.hale@example.com', reference });
    const event = await eventually(async () => {
      const { body } = await admin.get<QueueJobsAnswer>(jobsUrl('notifier.events', 'waiting'));
      return body.jobs.find(({ name }) => name === 'leads.lead-sold') ?? false;
    });
    expect(event).toMatchObject({ attempts: 0, lostProcesses: 0, startedAt: null, failure: null });
    const summary = (await list()).find(({ queue }) => queue === 'notifier.events');
    expect(summary?.waiting).toBeGreaterThan(0);
    expect(summary?.oldestWaitingMs).toBeGreaterThanOrEqual(0);
    const { body } = await admin.get(jobsUrl('notifier.events', 'waiting'));
    const shown = JSON.stringify(body);
    for (const secret of ['Wanda', 'wanda', '555-', '+1212', reference, buyer.email, '"data"', 'sealed'])
      expect(shown).not.toContain(secret);
    await system.startService('notifier');
    await eventually(async () => (await list()).every(({ waiting }) => waiting === 0));
  });
});

describe('failed deliveries', () => {
  it('are listed with names, and can be resent once, by an admin only', async () => {
    const buyer = await fixture.createBuyer();
    // A webhook without a secret cannot be signed, so its delivery is retried: the lead is not undeliverable yet.
    await system.query(
      'notifier',
      `INSERT INTO channels (id, buyer_id, kind, address, first_name, verified_at)
       VALUES (gen_random_uuid(), $1, 'webhook', 'https://crm.example.com/', 'Ada', now())`,
      [buyer.id],
    );
    await system.sandbox('faults', { target: 'smtp', kind: 'reject', match: { to: buyer.email } });
    const leadId = await fixture.postLead({ full_name: 'Lost Letter' });
    const failed = await eventually(async () => {
      const { body } = await admin.get<{ deliveries: FailedDelivery[] }>(
        '/api/admin/deliveries?status=failed',
      );
      return body.deliveries.find(({ lead }) => lead?.fullName === 'Lost Letter') ?? false;
    });
    expect(failed).toMatchObject({
      leadId,
      status: 'failed',
      address: buyer.email,
      buyer: { id: buyer.id, firstName: 'Ada' },
      lastErrorCode: 'ADDRESS_REFUSED',
    });
    await system.sandbox('faults', undefined, 'DELETE');
    const path = `/api/admin/deliveries/${failed.id}/resend`;
    expect((await buyer.browser.post(path)).body).toMatchObject({ code: 'FORBIDDEN' });
    const setContentRemovedAt = (at: Date | null) =>
      system.query('notifier', 'UPDATE deliveries SET content_removed_at = $2 WHERE id = $1', [
        failed.id,
        at,
      ]);
    await setContentRemovedAt(new Date());
    expect(await admin.post(path)).toMatchObject({ status: 410, body: { code: 'DELIVERY_CONTENT_REMOVED' } });
    await setContentRemovedAt(null);
    const attempts = `/api/deliveries/${failed.id}/attempts`;
    const expected = { attempts: [{ attempt: 1, result: 'permanent', reason: 'ADDRESS_REFUSED' }] };
    expect((await buyer.browser.get(attempts)).body).toMatchObject(expected);
    expect((await admin.get(attempts.replace('/api', '/api/admin'))).body).toMatchObject(expected);
    const stranger = (await system.registerAgent()).browser;
    expect(await stranger.get(attempts)).toMatchObject({ status: 404, body: { code: 'DELIVERY_NOT_FOUND' } });
    expect(await stranger.post(path.replace('/admin', ''))).toMatchObject({
      status: 404,
      body: { code: 'DELIVERY_NOT_FOUND' },
    });
    expect((await stranger.get('/api/deliveries')).body).toEqual({ deliveries: [], next: null });
    expect(await admin.post(path)).toMatchObject({ status: 200, body: { id: failed.id, status: 'queued' } });
    await eventually(async () => {
      const { body } = await buyer.browser.get<{ deliveries: { status: string }[] }>(`/api/leads/${leadId}`);
      return body.deliveries.some(({ status }) => status === 'sent');
    });
    const log = await buyer.browser.get<{ deliveries: FailedDelivery[] }>('/api/deliveries?channel=email');
    expect(log.body.deliveries).toMatchObject([
      { id: failed.id, status: 'sent', lead: { fullName: 'Lost Letter' } },
    ]);
    expect(await admin.post(path)).toMatchObject({ status: 409, body: { code: 'DELIVERY_NOT_FAILED' } });
    for (const unknown of [randomUUID(), 'x'])
      expect(await admin.post(`/api/admin/deliveries/${unknown}/resend`)).toMatchObject({
        status: 404,
        body: { code: 'DELIVERY_NOT_FOUND' },
      });
    expect(
      (await admin.get<{ deliveries: FailedDelivery[] }>('/api/admin/deliveries?status=failed')).body,
    ).toEqual({
      deliveries: [],
      next: null,
    });
    expect(await findAuditEvent(admin, 'delivery-resent')).toMatchObject({
      actorId: await readUserId(admin),
      userId: buyer.id,
    });
  });
});
