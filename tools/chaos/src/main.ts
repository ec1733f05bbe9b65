import { kinds } from './faults/kinds.js';
import { listenForInterruption } from './interruption.js';
import { type Options, readOptions, USAGE, UsageError } from './options.js';
import { planCells } from './plan/plan.js';
import { plants } from './plants/plants.js';
import { runPlant } from './plants/run-plant.js';
import { summaryLine, totalsOf, waveLines } from './report.js';
import { runCells, type WaveResult } from './run/run.js';
import { withWorld } from './run/with-world.js';

const DRAIN_LIMIT_MS = 90_000;

const signal = listenForInterruption();

async function runPlain({ cells: count, seed, only, keep, json }: Options): Promise<boolean> {
  const say = json ? () => undefined : (line: string) => console.log(line);
  const started = Date.now();
  const cells = planCells({
    cells: count,
    seed,
    kinds: only.length === 0 ? kinds : only,
  });
  say(`Starting a system of its own; then ${count} cells, seed ${seed}`);
  let folder: string | undefined;
  const waves = await withWorld(
    { signal, kept: (kept) => (folder = kept) },
    (world) =>
      runCells(world, {
        cells,
        drainLimitMs: DRAIN_LIMIT_MS,
        onWave: (wave) => waveLines(wave, count).forEach(say),
      }),
    (result) => keep || isRed(result),
  );
  const totals = totalsOf(waves);
  const ms = Date.now() - started;
  if (json) console.log(JSON.stringify({ seed, ms, ...totals, folder, waves }, null, 2));
  say(summaryLine(totals, seed, ms));
  if (totals.cells < count) say(`Stopped after ${totals.cells} of ${count} cells: it did not settle.`);
  if (folder !== undefined) say(`Data and logs are kept in ${folder}`);
  return !isRed(waves) && totals.cells === count;
}

const isRed = (waves: readonly WaveResult[]): boolean => {
  const { violations, notHit } = totalsOf(waves);
  return violations > 0 || notHit > 0;
};

async function runPlants({ plants: names, seed, keep, json }: Options): Promise<boolean> {
  const say = json ? () => undefined : (line: string) => console.log(line);
  const results = [];
  for (const plant of plants.filter(({ name }) => names.includes(name))) {
    say(`Planted: ${plant.name} (${plant.bug})`);
    const started = Date.now();
    const result = await runPlant(plant, seed, {
      signal,
      keep,
      kept: (folder) => say(`  Data and logs are kept in ${folder}`),
      onWave: (wave, of) => waveLines(wave, of, 2).forEach((line) => say(`  ${line}`)),
    });
    const { caughtBy } = result;
    say(
      caughtBy.length > 0
        ? `✓ ${plant.name}: caught by ${caughtBy.join(', ')}  ${((Date.now() - started) / 1_000).toFixed(1)} s`
        : `✗ ${plant.name}: NOT caught; expected ${plant.breaks.join(' or ')}`,
    );
    results.push(result);
  }
  if (json) console.log(JSON.stringify({ seed, plants: results }, null, 2));
  const caught = results.filter(({ caughtBy }) => caughtBy.length > 0).length;
  if (results.length > 1) say(`${caught} of ${results.length} planted bugs caught, seed ${seed}`);
  return caught === results.length;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (!options) console.log(USAGE);
  else if (!(await (options.plants.length > 0 ? runPlants(options) : runPlain(options))))
    process.exitCode = 1;
} catch (error) {
  if (signal.aborted) {
    console.log('Stopped');
    process.exitCode = 130;
  } else {
    const message = error instanceof UsageError ? `${error.message}\n\n${USAGE}` : String(error);
    console.error(error instanceof UsageError || !(error instanceof Error) ? message : error.stack);
    process.exitCode = 2;
  }
}
