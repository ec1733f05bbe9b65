import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Transport } from '@desk/bullmq-transport';
import { runMigrations, toMessageKeys } from '@desk/tool-start';
import { Clock } from '@desk/tool-workload';
import { closedLoop } from '../load/load.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { createTestSystem, type TestSystem } from '../test-system.js';
import { beginNextDay, fillBuyers, insertWaitingLeads } from './fill-buyers.js';
import { type Decisions, type DecisionSeries, type Midnight, toReport } from './report.js';
import { type Decision, openRouter, type Router } from './router.js';

const FEWEST_BUYERS = 1_000;
const WAITING_LEADS = 100_000;
const CONCURRENCY = 8;
const ROUNDS = 6;
const WARM_UP_DECISIONS = 50;

/** Measures how long lead-router's code takes to find a buyer, with few and with very many buyers. */
export const routing: Scenario = async ({ requests, rows }, onProgress) => {
  onProgress('Starting PostgreSQL and Redis …');
  const testSystem = await createTestSystem({ agents: 0 });
  const { stack } = testSystem;
  const routers: Router[] = [];
  let transport: Transport | undefined;
  try {
    await Promise.all(Object.values(stack.services).flatMap((copies) => copies.map((copy) => copy.stop())));
    transport = await Transport.connect({
      name: 'lead-router',
      url: stack.urls.redis,
      tls: 'off',
      prefix: 'bench-routing',
      messageKeys: toMessageKeys(stack.secrets, 'lead-router'),
    });
    for (const buyers of [FEWEST_BUYERS, Math.round(rows / 10), rows]) {
      onProgress(`Filling a database with ${buyers.toLocaleString('en-US')} buyers …`);
      routers.push(await openFilledRouter(testSystem, transport, buyers));
    }
    return await measure(routers, requests, onProgress);
  } finally {
    await Promise.all(routers.map((router) => router.close()));
    await transport?.close();
    await testSystem.close();
  }
};

async function openFilledRouter(
  { stack }: TestSystem,
  transport: Transport,
  buyers: number,
): Promise<Router> {
  const { mode, urls, secrets, logsDir } = stack;
  const url = new URL(urls.database);
  url.pathname = `/desk_routing_${buyers}`;
  const passwords = secrets.databasePasswords;
  await runMigrations(url.href, passwords, join(logsDir, 'migrate.log'), mode.nodeEnv);
  const funnelId = randomUUID();
  const router = await openRouter({ adminUrl: url.href, passwords, transport, buyers, funnelId });
  await router.admin.query("INSERT INTO funnels (id, name) VALUES ($1, 'Bench')", [funnelId]);
  await fillBuyers(router.admin, buyers);
  await insertWaitingLeads(router.admin, WAITING_LEADS, funnelId);
  return router;
}

type Decide = (router: Router) => Promise<Decision>;

async function measure(
  routers: readonly Router[],
  requests: number,
  onProgress: OnProgress,
): Promise<Report> {
  const decideNew: Decide = (router) => router.decideNew();
  const decideWaiting: Decide = (router) => router.decideWaiting();
  onProgress(`${requests} decisions of each kind with each number of buyers …`);
  const loadMeter = new LoadMeter();
  const measured: DecisionSeries[] = [];
  for (const [name, decide] of [
    ['a new lead', decideNew],
    ['the next waiting lead', decideWaiting],
  ] as const)
    measured.push(
      { name, decisions: await alternate(routers, requests, 1, decide) },
      {
        name: `${name}, ${CONCURRENCY} at once`,
        decisions: await alternate(routers, requests, CONCURRENCY, decide),
      },
    );
  onProgress('Midnight for all who have used up their limit …');
  const midnights: Midnight[] = [];
  for (const router of routers) midnights.push(await measureMidnight(router, decideNew));
  return toReport({
    machine: describeMachine(),
    load: loadMeter.end(),
    requests,
    waitingLeads: WAITING_LEADS,
    measured,
    midnights,
  });
}

/** Alternates between the databases, because a shared machine may be twice as fast a minute later. */
async function alternate(
  routers: readonly Router[],
  requests: number,
  concurrency: number,
  decide: Decide,
): Promise<Decisions[]> {
  const clock = new Clock();
  const all = routers.map((router): Decisions & { decisions: Decision[] } => ({
    buyers: router.buyers,
    decisions: [],
  }));
  const inOrder = [...routers.entries()];
  const rounds = concurrency === 1 ? requests : ROUNDS;
  const maxCalls = concurrency === 1 ? 1 : Math.ceil(requests / ROUNDS);
  for (const router of routers)
    for (let index = 0; index < WARM_UP_DECISIONS; index += 1) await decide(router);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, router] of round % 2 === 0 ? inOrder : inOrder.toReversed())
      await closedLoop({ concurrency, durationMs: Infinity, maxCalls, clock }, async () => {
        all[index]?.decisions.push(await decide(router));
      });
  return all;
}

/** Reopens the buyers as the sweeper does, while new leads are decided on one after the other. */
async function measureMidnight(router: Router, decide: Decide): Promise<Midnight> {
  const due = await beginNextDay(router.admin);
  const decisions: Decision[] = [];
  const startedAt = performance.now();
  const end = new AbortController();
  const reopening = reopenAll(router).finally(() => end.abort());
  while (!end.signal.aborted) decisions.push(await decide(router));
  await reopening;
  return { buyers: router.buyers, due, seconds: (performance.now() - startedAt) / 1_000, decisions };
}

async function reopenAll(router: Router): Promise<void> {
  while ((await router.reopenBuyers()) > 0);
}
