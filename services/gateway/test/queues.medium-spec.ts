import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { QueueJobsAnswer, QueuesAnswer } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

const list = async (): Promise<QueuesAnswer['queues']> =>
  (await admin.get<QueuesAnswer>('/api/admin/queues')).body.queues;
const jobsUrl = (queue: string, state: string): string =>
  `/api/admin/queue-jobs?queue=${queue}&state=${state}`;

describe('the queues of all services', () => {
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
    const fixture = await Fixture.create(system);
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
