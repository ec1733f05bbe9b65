import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

const root = join(import.meta.dirname, '../../..');
/** docs/lead-path.md names the files that a lead passes; this compares it with the functions that are called for one. */
const document = readFileSync(join(root, 'docs/lead-path.md'), 'utf8');
const WHOLE_PATH = /^(?:services|libs)\//;
/** Each section begins with the folder of its files. */
const documented = document.split('\n## ').flatMap((section) => {
  const folder = /In `(services\/[\w/-]+\/)`/.exec(section)?.[1] ?? '';
  return [...section.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) =>
    WHOLE_PATH.test(file) ? file : `${folder}${file}`,
  );
});

/**
 * Files that not every lead passes: one needs built pages, and receipts are issued for all payments of some seconds at
 * once.
 */
const OFF_THE_LEAD_PATH = ['services/gateway/src/site/serve-site.ts', 'services/billing/src/documents/'];

/** In this time, everything that follows from a delivered lead is done. */
const SETTLE_MS = 2_500;
/** A rare periodic task may run during one lead, but not during each. */
const LEADS = 3;
/** After the leads, nothing is posted for as long as three of them took. Tasks that ran during each lead run then, too. */
const IDLE_LEADS = 3;

const traceDir = mkdtempSync(join(tmpdir(), 'desk-trace-'));
const traced = {
  TRACE_DIR: traceDir,
  NODE_OPTIONS: `--import ${new URL('./function-trace.mjs', import.meta.url).href}`,
};
let system: TestSystem;
let gateway: Awaited<ReturnType<TestSystem['startGatewayProcess']>>;
let fixture: Fixture;
let traces = 0;

beforeAll(async () => {
  system = await TestSystem.start({ common: traced });
  gateway = await system.startGatewayProcess(traced);
  fixture = await Fixture.create(system);
  await fixture.createBuyer();
});
afterAll(async () => {
  await gateway.close();
  await system.stop();
  rmSync(traceDir, { recursive: true });
});

/** Returns the files with functions that were called since the last time. */
async function takeTrace(): Promise<string[]> {
  traces += 1;
  const { sandbox: _, ...services } = Object.fromEntries(system.processes);
  const pids = [...Object.values(services).map(({ pid }) => pid), gateway.process.pid];
  for (const pid of pids) process.kill(pid, 'SIGUSR2');
  const files = await Promise.all(
    pids.map((pid) =>
      eventually(() => {
        const text = readFileSync(join(traceDir, `${pid}.${traces}.json`), 'utf8');
        return Promise.resolve(JSON.parse(text) as string[]);
      }),
    ),
  );
  return [...new Set(files.flat())];
}

/** Posts a lead and waits until lead-router knows that it was delivered. */
async function deliverLead(): Promise<void> {
  const leadId = await fixture.postLead({}, new Browser(gateway.url));
  await eventually(async () => {
    const sql = 'SELECT FROM sold_leads WHERE lead_id = $1 AND delivered_at IS NOT NULL';
    return (await system.query('lead-router', sql, [leadId])).length > 0;
  });
}

test('the page about the path of a lead names the files that a lead passes', async () => {
  // The first lead also passes what is looked up once and then cached.
  await deliverLead();
  await takeTrace();
  const passed: string[][] = [];
  let longestMs = 0;
  for (let lead = 0; lead < LEADS; lead += 1) {
    const startedAt = performance.now();
    await deliverLead();
    passed.push(await takeTrace());
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  }
  await pause(SETTLE_MS);
  await takeTrace();
  await pause(IDLE_LEADS * longestMs);
  const idle = new Set(await takeTrace());
  const always = passed[0]!.filter((file) => passed.every((files) => files.includes(file)));
  const found = always.filter(
    (file) =>
      file.startsWith('services/') &&
      !idle.has(file) &&
      !OFF_THE_LEAD_PATH.some((path) => file.startsWith(path)),
  );
  expect(documented.filter((file) => !passed.flat().includes(file))).toEqual([]);
  expect(found.filter((file) => !documented.includes(file)).toSorted()).toEqual([]);
});

test('a lead passes at most 80 files of the services, with 6,500 lines', () => {
  const files = [...new Set(documented)].filter((file) => file.startsWith('services/'));
  expect(files.length).toBeLessThanOrEqual(80);
  const lines = files.flatMap((file) => readFileSync(join(root, file), 'utf8').trimEnd().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(6_500);
});
