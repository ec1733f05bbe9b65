import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Funnel, type FunnelWithKey, ingestExamples } from '@desk/contracts';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

const run = promisify(execFile);
const TIMEOUT_MS = 60_000;
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
  baseUrl: string,
  key: string,
  language: keyof typeof NAMES,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const example = ingestExamples(baseUrl, key).find((candidate) => candidate.language === language);
  if (!example) throw new Error(`no example in ${language}`);
  const file = join(folder, NAMES[language]);
  writeFileSync(file, example.code);
  const [command, ...args] = example.run;
  const { stdout } = await run(
    command === 'node' ? process.execPath : command,
    args.map((argument) => (argument === 'FILE' ? file : argument)),
    { timeout: TIMEOUT_MS },
  );
  const [body = '', status = ''] = stdout.trim().split('\n');
  return { status: Number(status), body: JSON.parse(body) as Record<string, unknown> };
}

describe('the documented examples', () => {
  for (const { language, run: command } of ingestExamples('', '')) {
    const tool = TOOLS[language] ?? command[0];
    const test = isInstalled(tool) ? it : it.skip;
    const title = isInstalled(tool)
      ? `post a lead in ${language} at the first try`
      : `skipped for ${language}: ${tool} is not installed`;
    test(
      title,
      async () => {
        const created = await admin.post<FunnelWithKey>('/api/admin/funnels', { name: `In ${language}` });
        const { funnel, key } = created.body;
        const { url } = system.gateway;
        // All examples post the same person.
        await system.query('lead-router', 'TRUNCATE lead_fingerprints');
        expect(await runExample(url, key, language)).toMatchObject({
          status: 201,
          body: { status: 'accepted', test: true, reference: 'click-7' },
        });
        await admin.patch<Funnel>(`/api/admin/funnels/${funnel.id}`, {
          name: funnel.name,
          mode: 'live',
          allowedOrigins: [],
          requestsPerSecond: null,
          duplicateWindowDays: null,
          requiredFields: [],
          requiresConsentProof: true,
        });
        const first = await runExample(url, key, language);
        expect(first).toMatchObject({ status: 201, body: { status: 'accepted', replayed: false } });
        const again = await runExample(url, key, language);
        expect(again).toMatchObject({
          status: 200,
          body: { lead_id: first.body['lead_id'], replayed: true },
        });
      },
      4 * TIMEOUT_MS,
    );
  }
});
