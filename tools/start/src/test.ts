import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRedis } from '@desk/testing/embedded';
import { consoleReporter } from './reporter.js';
import { ensureChromium } from './test-run/chromium.js';
import type { Counts } from './test-run/counts.js';
import { runStep } from './test-run/run-step.js';
import { testSteps, type TestStep } from './test-run/steps.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const reportsDir = join(root, '.state', 'reports');
const reporter = consoleReporter();
const started = Date.now();
const chosen = process.argv.slice(2);

const all = testSteps(root, reportsDir);
const unknown = chosen.filter((name) => !all.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. One or more of: ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const steps = chosen.length > 0 ? all.filter(({ name }) => chosen.includes(name)) : all;
const needs = (name: string): boolean => steps.some((step) => step.name === name);

class StepFailed extends Error {}

async function run(step: TestStep, env: Record<string, string>): Promise<Counts> {
  let counts: Counts = { passed: 0, failed: 0 };
  const work = async (): Promise<void> => {
    const { ok, output } = await runStep(step, root, env);
    counts = step.counts();
    // Also a step that counts no tests, or fell over before it could count them, must show in the sum.
    if (!ok) counts = { ...counts, failed: Math.max(1, counts.failed) };
    if (!ok) throw new StepFailed(output);
  };
  const say = (): string => (counts.passed > 0 ? `${step.title}: ${counts.passed} passed` : step.title);
  try {
    await reporter.step(step.title, work, say);
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return counts;
}

async function prepare(): Promise<Record<string, string>> {
  const ownRedis = !(process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL);
  if ((needs('medium') && ownRedis) || needs('browser')) {
    await findRedis({
      onProgress: (what) => {
        reporter.note(`  ${what}`);
      },
    });
  }
  return needs('browser') ? { CHROMIUM_PATH: await ensureChromium() } : {};
}

rmSync(reportsDir, { recursive: true, force: true });
mkdirSync(reportsDir, { recursive: true });
const total: Counts = { passed: 0, failed: 0 };
try {
  const env = await reporter.step('Preparing', prepare, () => 'Ready to test');
  for (const step of steps) {
    const { passed, failed } = await run(step, env);
    total.passed += passed;
    total.failed += failed;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  total.failed += 1;
}
console.log(`\nTook ${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
