import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { toExitCode, toFindingLines } from './report.js';
import { readVerifyTarget } from './verify-target.js';
import { countUnfinished, verify, type VerifyTarget } from './verify.js';

const USAGE = `usage: npm run verify -- [--accept-waiting] [--acknowledged FILE] [--drain SECONDS] [--json]
  Checks every invariant against the running system's database and the card provider's own list.
  --accept-waiting     accepts what waits for its next attempt, as in a system in use; otherwise nothing may be unfinished
  --acknowledged FILE  ids of the leads that were acknowledged to funnels, one per line
  --drain SECONDS      how long to wait for unfinished work first (30)
  --json               prints one JSON document instead of lines
  Exits with 1 if an invariant is broken, and with 2 if none is, but one could not be checked.
  With real providers, set STRIPE_SECRET_KEY as for the system.
  For another system, set VERIFY_DATABASE_URL, STRIPE_SECRET_KEY and, for a sandbox, STRIPE_API_BASE.`;

const DRAIN_POLL_MS = 250;

const readLines = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

/** Ends early if the count fails: the check of the same invariant reports why. */
async function waitUntilDrained(target: VerifyTarget, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const count = (): Promise<number> => countUnfinished(target.databaseUrl, target).catch(() => 0);
  while (Date.now() < deadline && (await count()) > 0) await pause(DRAIN_POLL_MS);
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
  const target = {
    ...(await readVerifyTarget(process.env)),
    ...(values.acknowledged === undefined ? {} : { acknowledged: readLines(values.acknowledged) }),
    acceptsWaiting: values['accept-waiting'],
  };
  await waitUntilDrained(target, drainSeconds * 1_000);
  const findings = await verify(target);
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else findings.flatMap(toFindingLines).forEach((line) => console.log(line));
  process.exitCode = toExitCode(findings);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
