import { findRunningSystem } from '@desk/tool-start';
import { runDemo } from './demo.js';
import { readOptions, USAGE } from './options.js';
import { createTable, type Table } from './output/live-table.js';
import { summaryText } from './output/summary-text.js';
import { type Row, stepTimesMs } from './row.js';
import { summarize } from './summary.js';

const toJson = (row: Row): object => ({
  number: row.post.index + 1,
  expected: row.post.expected,
  contentType: row.post.contentType,
  ...row.outcome,
  finalState: row.finalState ?? null,
  buyer: row.progress?.buyer ?? null,
  purchase: row.progress?.purchase ?? null,
  amount: row.progress?.amount ?? null,
  declines: row.progress?.declines ?? 0,
  delivery: row.progress?.delivery ?? null,
  ms: stepTimesMs(row),
});

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Date.now());
  if (!options) {
    console.log(USAGE);
    return;
  }
  const system = findRunningSystem(process.env);
  let table: Table | undefined;
  const rows = await runDemo(system, options, (current) => {
    if (options.json) return;
    table ??= createTable(current, process.stdout);
    table.update();
  });
  table?.finish();
  const summary = summarize(rows);
  if (options.json)
    console.log(JSON.stringify({ seed: options.seed, summary, leads: rows.map(toJson) }, null, 2));
  else console.log(summaryText(summary, options.seed));
  if (summary.unaccounted.length > 0) process.exitCode = 1;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
