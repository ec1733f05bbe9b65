import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRedis } from '@desk/embedded-servers';
import { root } from './programs.js';
import { consoleReporter } from './reporter.js';
import { listAffectedPackages } from './test-run/affected-packages.js';
import { listChangedFiles } from './test-run/changed-files.js';
import { ensureChromium } from './test-run/chromium.js';
import { noCounts } from './test-run/counts.js';
import { runStep } from './test-run/run-step.js';
import { selectAffected, type TestSelection } from './test-run/select-affected.js';
import { QUICK_STEPS, testSteps, type StepName, type TestStep } from './test-run/steps.js';

const USAGE = `usage: npm test -- [--quick] [--changed] [STEP …]
  Runs all tests, or only the named steps: unit, types, lint, imports, capabilities, format,
  dependencies, medium, browser.
  --quick    runs unit, types and lint
  --changed  tests only what differs from the main branch, committed or not, and what that can affect`;

const stateDir = join(root, '.state');
const reportsDir = join(stateDir, 'reports');
const reporter = consoleReporter();
const startedAt = Date.now();
const total = noCounts();

class StepError extends Error {}

/** Runs a step and prints what failed. */
async function run(step: TestStep, env: Record<string, string>): Promise<void> {
  let counts = noCounts();
  let remark: string | undefined;
  const work = async (): Promise<void> => {
    const { ok, output } = await runStep(step, root, env);
    counts = step.counts();
    if (ok) {
      [remark] = /^NOT SCANNED: .+$/m.exec(output) ?? [];
      return;
    }
    // A step that has no tests, or failed before it could count them, is one failure.
    counts = { ...counts, failed: Math.max(1, counts.failed) };
    throw new StepError(output);
  };
  const describe = (): string => {
    const outcome = counts.passed > 0 ? `${counts.passed} passed` : remark;
    return outcome === undefined ? step.title : `${step.title}: ${outcome}`;
  };
  try {
    await reporter.step(step.title, work, describe);
  } catch (error) {
    console.log(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  total.passed += counts.passed;
  total.failed += counts.failed;
}

function selectSteps(): TestStep[] {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const names = testSteps(stateDir, reportsDir).map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.some((known) => known === name));
  if (values.help || unknown.length > 0) {
    if (unknown.length > 0) console.error(`Unknown step: ${unknown.join(', ')}`);
    console.log(USAGE);
    process.exit(unknown.length > 0 ? 2 : 0);
  }
  const chosen: readonly string[] = values.quick ? [...QUICK_STEPS, ...positionals] : positionals;
  const selection = values.changed ? selectChanged() : undefined;
  return testSteps(stateDir, reportsDir, selection?.scope).filter(
    ({ name }) => (chosen.length === 0 || chosen.includes(name)) && (selection?.steps.has(name) ?? true),
  );
}

function selectChanged(): TestSelection | undefined {
  const changed = listChangedFiles(root);
  const packages = listAffectedPackages(root, changed.all);
  const selection = selectAffected(changed, packages);
  const affected = selection
    ? packages.map(({ name }) => name.replace('@desk/', '')).join(', ')
    : 'everything';
  console.log(`${changed.all.length} files changed; affected: ${affected === '' ? 'no package' : affected}`);
  return selection;
}

async function prepare(steps: readonly TestStep[]): Promise<Record<string, string>> {
  const needs = (name: StepName): boolean => steps.some((step) => step.name === name);
  const usesOwnServers = !(process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL);
  if ((needs('medium') && usesOwnServers) || needs('browser')) {
    const onProgress = (message: string): void => {
      reporter.print(`  ${message}`);
    };
    await findRedis({ onProgress });
  }
  return needs('browser') ? { CHROMIUM_PATH: await ensureChromium() } : {};
}

async function runAll(): Promise<void> {
  const steps = selectSteps();
  rmSync(reportsDir, { recursive: true, force: true });
  mkdirSync(reportsDir, { recursive: true });
  const env = await reporter.step(
    'Preparing',
    () => prepare(steps),
    () => 'Ready to test',
  );
  const runInTurn = async (chosen: readonly TestStep[]): Promise<void> => {
    for (const step of chosen) await run(step, env);
  };
  // Tests on servers and in browsers mostly wait for something, so together they use two processors well.
  await Promise.all([
    runInTurn(steps.filter(({ name }) => name !== 'browser')),
    runInTurn(steps.filter(({ name }) => name === 'browser')),
  ]);
}

try {
  await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  total.failed += 1;
}
console.log(`\nTook ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
