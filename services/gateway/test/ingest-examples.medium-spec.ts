import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ingestExamples } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { RealPersonBodies } from '../../../tools/workload/test/real-person-bodies.js';
import type { Browser } from './browser.js';
import { changeFunnel, countLeads, createFunnel } from './funnels.js';
import { run } from './service-process.js';
import { TestSystem } from './test-system.js';

const NAMES = { curl: 'post.sh', JavaScript: 'post.mjs', PHP: 'post.php', Python: 'post.py' } as const;
/** Programs that an example needs besides the one that runs it. */
const TOOLS: Partial<Record<keyof typeof NAMES, string>> = { curl: 'curl' };

const isInstalled = (command: string): boolean =>
  command === 'node' || spawnSync(command, ['--version']).status === 0;

let system: TestSystem;
let admin: Browser;
let folder: string;

beforeAll(async () => {
  system = await TestSystem.start();
  admin = await system.createAdmin();
  folder = mkdtempSync(join(tmpdir(), 'ingest-examples-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system.stop();
});

/** Runs the program and returns the status and body that it printed. */
async function runExample(
  key: string,
  language: keyof typeof NAMES,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const example = ingestExamples(system.gateway.url, key).find(
    (candidate) => candidate.language === language,
  );
  if (!example) throw new Error(`no example in ${language}`);
  const file = join(folder, NAMES[language]);
  writeFileSync(file, example.code);
  const [command, ...args] = example.run;
  const { stdout } = await run(
    command === 'node' ? process.execPath : command,
    args.map((argument) => (argument === 'FILE' ? file : argument)),
  );
  const [body = '', status = ''] = stdout.trim().split('\n');
  return { status: Number(status), body: JSON.parse(body) as Record<string, unknown> };
}

it('every one of 1,000 real-looking Americans is accepted', async () => {
  const { funnel, key } = await createFunnel(admin, { phoneVerification: 'off' });
  const people = new RealPersonBodies('1,000 Americans');
  const browser = system.openBrowser();
  for (let batch = 0; batch < 10; batch += 1) {
    const leads = Array.from({ length: 100 }, () => people.next());
    const headers = { 'x-funnel-key': key, 'idempotency-key': `batch-${batch}` };
    await eventually(async () => {
      const { status, body } = await browser.post<{ results: { status: string }[] }>(
        '/api/ingest/leads/batch',
        { leads },
        headers,
      );
      // Posts again what a busy system refused.
      if (status === 503 || status === 429 || body.results.some((result) => result.status === 'error'))
        return false;
      expect(body.results.filter((result) => result.status !== 'accepted')).toEqual([]);
      return true;
    });
  }
  expect(await countLeads(system, funnel.id)).toBe(1_000);
});

describe('the documented examples', () => {
  for (const { language, run: command } of ingestExamples('', '')) {
    const tool = TOOLS[language] ?? command[0];
    const test = isInstalled(tool) ? it : it.skip;
    const title = isInstalled(tool)
      ? `post a lead in ${language} at the first try`
      : `skipped for ${language}: ${tool} is not installed`;
    test(title, async () => {
      const { funnel, key } = await createFunnel(admin, { mode: 'test' });
      // All examples post the same person.
      await system.query('lead-router', 'TRUNCATE lead_fingerprints');
      expect(await runExample(key, language)).toMatchObject({
        status: 201,
        body: { status: 'accepted', test: true, reference: 'click-7' },
      });
      await changeFunnel(admin, funnel, { mode: 'live', requiresConsentProof: true });
      const first = await runExample(key, language);
      expect(first).toMatchObject({ status: 201, body: { status: 'accepted', replayed: false } });
      const again = await runExample(key, language);
      expect(again).toMatchObject({ status: 200, body: { lead_id: first.body['lead_id'], replayed: true } });
    });
  }
});
