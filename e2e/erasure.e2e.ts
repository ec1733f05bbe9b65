import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getPrefixedCliEnv } from '@desk/tool-start';
import { pauseService, sellLead, sellWaitingLeads, signInAsNewBuyer } from './agent-helpers.js';
import { expect, type System, test } from './system.js';

const command = fileURLToPath(new URL('../tools/privacy/dist/main.js', import.meta.url));
const run = promisify(execFile);

/** Runs the command in a process of its own, as an operator does. */
const runPrivacy = (system: System, ...args: string[]) =>
  run(process.execPath, [command, ...args], {
    env: { ...process.env, ...getPrefixedCliEnv(system), DESK_OPERATOR: 'grace', NODE_OPTIONS: '' },
  });

test('exports and erases an agent while the system runs', async ({ system, page }) => {
  await sellWaitingLeads(system);
  const { email, password } = await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  const folder = await mkdtemp(join(tmpdir(), 'desk-export-'));
  try {
    const file = join(folder, 'agent.json');
    await runPrivacy(system, 'export', '--agent-email', email, '--output', file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    const exported = JSON.parse(text) as Record<string, unknown>;
    expect(exported).toMatchObject({
      accounts: { account: [{ email }] },
      leads: { boughtLeads: [{ lead_id: lead.id }] },
      billing: { customer: [{ card_last4: '4242' }], purchases: [{ lead_id: lead.id }] },
      notifications: { channels: [{ address: email }] },
    });
    expect(text).not.toContain(lead.email);

    const { stdout } = await runPrivacy(system, 'erase', '--agent-email', email, '--yes');
    expect(stdout).toContain('Removed: cards, here and at the card provider.');
    expect(stdout).toContain('Kept: 1 payments');
    expect(stdout).not.toContain('Unfinished');

    await page.goto(`${system.urls.web}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    const answer = await page.request.post(`${system.urls.web}/api/auth/login`, {
      data: { email, password },
    });
    expect(answer.status()).toBe(401);

    const rest = join(folder, 'rest.json');
    await runPrivacy(system, 'export', '--agent-id', exported['id'] as string, '--output', rest);
    const left = await readFile(rest, 'utf8');
    expect(left).not.toContain(email);
    expect(JSON.parse(left)).toMatchObject({
      accounts: { auditEntries: expect.arrayContaining([expect.objectContaining({ operator: 'grace' })]) },
      billing: { purchases: [{ lead_id: lead.id, status: 'succeeded' }] },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('erases a consumer while the system runs', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  const { stdout } = await runPrivacy(system, 'erase', '--lead-email', lead.email, '--yes');
  expect(stdout).toContain('Anonymized: 1 leads');
  const answer = await page.request.get(`${system.urls.web}/api/leads/${lead.id}`);
  expect(await answer.json()).toMatchObject({ fullName: 'Removed' });
  await pauseService(page, system);
});
