import { findRunningSystem } from '@desk/tool-start';
import { runDemo } from './demo.js';
import { readOptions, USAGE } from './options.js';
import { type Row, stepTimesMs, isDone } from './row.js';
import { summarize, summaryText } from './summary.js';

const columns = [
  { title: '#', width: 4 },
  { title: 'lead', width: 25 },
  { title: 'sent as', width: 7 },
  { title: 'answer', width: 22 },
  { title: 'buyer', width: 16 },
  { title: 'charge', width: 20 },
  { title: 'delivery', width: 8 },
  { title: 'ms', width: 6, isRightAligned: true },
] as const;

const fit = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

const joinCells = (cells: readonly string[]): string =>
  columns
    .map((column, index) => {
      const cell = cells[index] ?? '';
      return 'isRightAligned' in column ? cell.padStart(column.width) : fit(cell, column.width);
    })
    .join(' ')
    .trimEnd();

function rowText(row: Row): string {
  const { post, progress, finalState } = row;
  const { answered, delivered } = stepTimesMs(row);
  const ms = delivered ?? answered;
  return joinCells([
    String(post.index + 1),
    `${post.person.firstName} ${post.person.lastName}, ${post.person.state}`,
    post.contentType === 'application/json' ? 'json' : 'form',
    outcomeText(row),
    progress?.buyer ?? (finalState === 'waiting' ? 'waiting' : ''),
    chargeText(row),
    finalState === 'expired' ? 'expired' : (progress?.delivery ?? ''),
    ms === undefined ? '' : String(ms),
  ]);
}

function outcomeText({ outcome, post }: Row): string {
  if (!outcome) return '';
  const { result, fields, reason } = outcome;
  if (result === 'invalid') return `invalid: ${fields.join(', ')}`;
  if (result === 'replayed' && post.after !== undefined) return `replayed #${post.after + 1}`;
  if (result === 'duplicate' && post.after !== undefined) return `duplicate of #${post.after + 1}`;
  return reason === undefined ? result : `${result}: ${reason}`;
}

function chargeText({ progress }: Row): string {
  if (!progress) return '';
  const { purchase, amount, declines } = progress;
  const charge = purchase === 'succeeded' ? `$${amount ?? ''}` : (purchase ?? '');
  return declines === 0 ? charge : `${charge} (${declines} declined)`.trimStart();
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), Date.now());
  if (!options) {
    console.log(USAGE);
    return;
  }
  const system = findRunningSystem(process.env);
  let table: ReturnType<typeof createTable> | undefined;
  const rows = await runDemo(system, options, (current) => {
    table ??= createTable(current);
    table.update();
  });
  table?.finish();
  const summary = summarize(rows);
  console.log(summaryText(summary, options.seed));
  if (summary.unaccounted.length > 0) process.exitCode = 1;
}

/** Prints each row once it is done, and what remains at the end. */
function createTable(rows: readonly Row[]) {
  const remaining = new Set(rows);
  const print = (row: Row): void => {
    console.log(rowText(row));
    remaining.delete(row);
  };
  console.log(joinCells(columns.map(({ title }) => title)));
  return {
    update: () => [...remaining].filter(isDone).forEach(print),
    finish: () => [...remaining].forEach(print),
  };
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
