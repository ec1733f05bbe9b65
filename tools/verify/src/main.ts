import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { RunningSystem } from '@desk/tool-start';
import { readVerifyTarget } from './verify-target.js';
import { countUnfinished, type Finding, verify, type VerifyTarget } from './verify.js';

const USAGE = `usage: npm run verify -- [--accept-waiting] [--acknowledged FILE] [--drain SECONDS] [--json]
  Checks every invariant against the running system's database and the card provider's own list.
  --accept-waiting     accepts what waits for its next attempt, as in a system in use; otherwise nothing may be unfinished
  --acknowledged FILE  ids of the leads that were acknowledged to funnels, one per line
  --drain SECONDS      how long to wait for unfinished work first (30)
  --json               prints one JSON document instead of lines
  With real providers, set STRIPE_SECRET_KEY as for the system.
  For another system, set VERIFY_DATABASE_URL, STRIPE_SECRET_KEY and, for a sandbox, STRIPE_API_BASE.`;

const DRAIN_POLL_MS = 250;
const MAX_ROWS_SHOWN = 5;

/** Loads the launcher only for a system that it started: the container image does not contain it. */
async function loadFindSystem(): Promise<() => RunningSystem> {
  if (process.env.VERIFY_DATABASE_URL)
    return () => {
      throw new Error('No launcher is loaded.');
    };
  const { findRunningSystem } = await import('@desk/tool-start');
  return () => findRunningSystem(process.env);
}

const readTarget = async (acknowledgedFile: string | undefined): Promise<VerifyTarget> => ({
  ...readVerifyTarget(process.env, await loadFindSystem()),
  ...(acknowledgedFile === undefined ? {} : { acknowledged: readLines(acknowledgedFile) }),
});

const readLines = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

async function waitUntilDrained(target: VerifyTarget, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && (await countUnfinished(target.databaseUrl, target)) > 0)
    await pause(DRAIN_POLL_MS);
}

function printFinding({ name, description, violations }: Finding): void {
  const symbol = violations === undefined ? '–' : violations.length === 0 ? '✓' : '✗';
  const note = violations === undefined ? ' (not checked: needs --acknowledged)' : '';
  console.log(`${symbol} ${name.padEnd(26)} ${description}${note}`);
  for (const row of violations?.slice(0, MAX_ROWS_SHOWN) ?? []) console.log(`    ${JSON.stringify(row)}`);
  const hidden = (violations?.length ?? 0) - MAX_ROWS_SHOWN;
  if (hidden > 0) console.log(`    … ${hidden} more`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'accept-waiting': { type: 'boolean', default: false },
      acknowledged: { type: 'string' },
      drain: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const drainSeconds = Number(values.drain);
  if (!(drainSeconds >= 0)) throw new Error(`--drain must be a number of seconds\n${USAGE}`);
  const target = { ...(await readTarget(values.acknowledged)), acceptsWaiting: values['accept-waiting'] };
  await waitUntilDrained(target, drainSeconds * 1_000);
  const findings = await verify(target);
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else findings.forEach(printFinding);
  if (findings.some(({ violations }) => violations && violations.length > 0)) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
