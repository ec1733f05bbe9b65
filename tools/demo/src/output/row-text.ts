import { type Row, stepTimesMs } from '../row.js';

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

export const heading: string = joinCells(columns.map(({ title }) => title));

export function rowText(row: Row): string {
  const { post, outcome, progress, finalState } = row;
  const { answered, delivered } = stepTimesMs(row);
  const ms = delivered ?? answered;
  return joinCells([
    String(post.index + 1),
    `${post.person.firstName} ${post.person.lastName}, ${post.person.state}`,
    post.contentType === 'application/json' ? 'json' : 'form',
    outcome ? outcomeText(row) : row.postedAt === undefined ? '' : '…',
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
