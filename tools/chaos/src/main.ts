import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { createTemporaryStateDir } from '@desk/tool-start';
import { shortTimes } from './edits/short-times.js';
import { faultKinds } from './faults/fault-kinds.js';
import { mutants } from './mutants/mutants.js';
import { runMutant } from './mutants/run-mutant.js';
import { type Options, readOptions, USAGE, UsageError } from './options.js';
import { planTrials, toGroups } from './plan/plan.js';
import { batchLines, isFailed, summaryLine, totalsOf, violationLines } from './report.js';
import { type BatchResult, runTrials } from './run/run-trials.js';
import { withTestSystem } from './run/test-system.js';
import { buildRelease, CannotBuild } from './update/previous-release.js';
import { runUpdate, updateOrders } from './update/rolling-update.js';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

const printerOf = (json: boolean) => (json ? () => undefined : (line: string) => console.log(line));

/** Returns whether the update passed in every order. */
async function testUpdate(
  { from, seed, copies, keep, json }: Options & { readonly from: string },
  signal: AbortSignal,
): Promise<boolean> {
  const print = printerOf(json);
  const folder = createTemporaryStateDir('release');
  try {
    const { commit, root } = await buildRelease(projectRoot, from, join(folder, 'checkout'));
    print(`Built ${from} (${commit.slice(0, 10)})`);
    const results = [];
    for (const order of updateOrders) {
      const result = await withTestSystem(
        { signal, copies, servicesRoot: root, onKept: (kept) => print(`Data and logs: ${kept}`) },
        (system) => runUpdate(system, order, seed),
        ({ violations }) => keep || violations.length > 0,
      );
      const { leads, drainMs, violations } = result;
      print(
        `${violations.length === 0 ? '✓' : '✗'} updated ${order.join(', ')}: ${leads} leads, ` +
          `drained ${(drainMs / 1_000).toFixed(1)} s, ${violations.length} violations, seed ${seed}`,
      );
      violationLines(violations, 8).forEach(print);
      results.push(result);
    }
    if (json) console.log(JSON.stringify({ from: commit, seed, updates: results }, null, 2));
    return results.every(({ violations }) => violations.length === 0);
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.error(`✗ The update was not tried: ${error.message}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FORCE_AFTER_MS = 1_000;

/**
 * Returns a signal that Ctrl-C aborts. Ctrl-C arrives twice, from the terminal and from npm, so a repetition within a
 * second is ignored; a later one exits without cleaning up.
 */
function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  let interruptedAt: number | undefined;
  const interrupt = (): void => {
    if (interruptedAt !== undefined && Date.now() - interruptedAt > FORCE_AFTER_MS) process.exit(130);
    interruptedAt ??= Date.now();
    controller.abort(new Error('interrupted'));
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  // If the parent process is killed, no signal reaches this one.
  const parentPid = Number(process.env['DESK_STARTER']);
  if (parentPid) {
    const check = setInterval(() => {
      if (process.ppid === parentPid) return;
      clearInterval(check);
      interrupt();
    }, 1_000).unref();
  }
  return controller.signal;
}

const DRAIN_TIMEOUT_MS = 90_000;

const signal = listenForInterruption();

/** Returns whether every trial ran and every check passed. */
async function testSystem({ trials: count, seed, copies, only, keep, json }: Options): Promise<boolean> {
  const print = printerOf(json);
  const startedAt = Date.now();
  const hasEveryKind = only.length === 0;
  const trials = planTrials({ trials: count, seed, kinds: hasEveryKind ? faultKinds : only });
  print(
    `Starting a test system with ${copies} ${copies === 1 ? 'copy' : 'copies'} of each service for ${count} trials, seed ${seed}`,
  );
  const keptFolders: string[] = [];
  const batches: BatchResult[] = [];
  for (const { hasShortTimes, trials: ofGroup } of toGroups(trials))
    batches.push(
      ...(await withTestSystem(
        {
          signal,
          copies,
          editSets: hasShortTimes ? [shortTimes] : [],
          onKept: (folder) => {
            keptFolders.push(folder);
            print(`Data and logs: ${folder}`);
          },
        },
        (system) =>
          runTrials(system, {
            trials: ofGroup,
            drainTimeoutMs: DRAIN_TIMEOUT_MS,
            onBatch: (batch) => batchLines(batch, count).forEach(print),
          }),
        (result) => keep || isFailed(totalsOf(result)),
      )),
    );
  const totals = totalsOf(batches);
  const durationMs = Date.now() - startedAt;
  if (json)
    console.log(JSON.stringify({ seed, ms: durationMs, ...totals, folders: keptFolders, batches }, null, 2));
  print(summaryLine(totals, seed, durationMs, hasEveryKind));
  if (totals.trials < count)
    print(`Stopped after ${totals.trials} of ${count} trials because the system did not drain.`);
  return !isFailed(totals, hasEveryKind) && totals.trials === count;
}

/** Returns whether every mutant was caught. */
async function testMutants({ mutants: names, seed, copies, keep, json }: Options): Promise<boolean> {
  const print = printerOf(json);
  const results = [];
  for (const mutant of mutants.filter(({ name }) => names.includes(name))) {
    print(`Mutant ${mutant.name}: ${mutant.bug}`);
    const startedAt = Date.now();
    const result = await runMutant(mutant, seed, {
      signal,
      copies,
      keep,
      onKept: (folder) => print(`  Data and logs: ${folder}`),
      onBatch: (batch, total) => batchLines(batch, total, 2).forEach((line) => print(`  ${line}`)),
    });
    const { isCaught, violated } = result;
    const expected = isCaught ? '' : `; expected ${mutant.breaks} alone`;
    const by = violated.length > 0 ? `violates ${violated.join(', ')}` : 'violates nothing';
    print(
      `${isCaught ? '✓' : '✗'} ${mutant.name}: ${by}${expected}  ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`,
    );
    results.push(result);
  }
  if (json) console.log(JSON.stringify({ seed, mutants: results }, null, 2));
  const caught = results.filter(({ isCaught }) => isCaught).length;
  if (results.length > 1) print(`${caught} of ${results.length} mutants caught, seed ${seed}`);
  return caught === results.length;
}

function runTests(options: Options): Promise<boolean> {
  const { from, mutants: names } = options;
  if (from !== undefined) return testUpdate({ ...options, from }, signal);
  return names.length > 0 ? testMutants(options) : testSystem(options);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) console.log(USAGE);
  else if (!(await runTests(options))) process.exitCode = 1;
} catch (error) {
  if (signal.aborted) {
    console.log('Stopped');
    process.exitCode = 130;
  } else {
    // With the cause, which alone explains why a request failed.
    console.error(error instanceof UsageError ? `${error.message}\n\n${USAGE}` : inspect(error));
    process.exitCode = 2;
  }
}
