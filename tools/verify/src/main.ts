import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningSystem } from '@desk/tool-start';
import { countUnsettled, verify, type VerifyTarget } from './verify.js';

const USAGE = `usage: npm run verify -- [--acknowledged FILE] [--drain SECONDS] [--json]
  Checks the promises against the running system's database and the card provider's own list.
  --acknowledged FILE  lead ids, one a line, that funnels were told were accepted
  --drain SECONDS      waits up to so long for what is under way to settle (30)
  Another system: VERIFY_DATABASE_URL, STRIPE_SECRET_KEY and, for a stand-in, STRIPE_API_BASE.`;

function readTarget(acknowledged: string | undefined): VerifyTarget {
  const { VERIFY_DATABASE_URL, STRIPE_SECRET_KEY, STRIPE_API_BASE } = process.env;
  const ids =
    acknowledged === undefined ? undefined : readFileSync(acknowledged, 'utf8').split('\n').filter(Boolean);
  const own = VERIFY_DATABASE_URL && STRIPE_SECRET_KEY ? undefined : runningSystem(process.env);
  return {
    databaseUrl: VERIFY_DATABASE_URL ?? own?.verifyDatabaseUrl ?? '',
    stripe: {
      secretKey: STRIPE_SECRET_KEY ?? own?.stripe.secretKey ?? '',
      ...((STRIPE_API_BASE ?? own?.stripe.apiBase)
        ? { apiBase: STRIPE_API_BASE ?? own?.stripe.apiBase ?? '' }
        : {}),
    },
    ...(ids ? { acknowledged: ids } : {}),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
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
  const seconds = Number(values.drain);
  if (!(seconds >= 0)) throw new Error(`--drain must be a number of seconds\n${USAGE}`);
  const target = readTarget(values.acknowledged);
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end && (await countUnsettled(target.databaseUrl)) > 0) await pause(250);

  const findings = await verify(target);
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  else
    for (const { name, promise, violations } of findings) {
      const mark = violations === undefined ? '–' : violations.length === 0 ? '✓' : '✗';
      const note = violations === undefined ? ' (not checked: no list given)' : '';
      console.log(`${mark} ${name.padEnd(22)} ${promise}${note}`);
      for (const row of violations?.slice(0, 5) ?? []) console.log(`    ${JSON.stringify(row)}`);
      if (violations && violations.length > 5) console.log(`    … ${violations.length - 5} more`);
    }
  if (findings.some(({ violations }) => violations && violations.length > 0)) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
