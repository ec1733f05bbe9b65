import { timesOf, type Row } from '../row.js';

/** Widths of the columns; the last two are aligned to the right. */
const columns = [
  { title: '#', width: 4 },
  { title: 'lead', width: 25 },
  { title: 'sent as', width: 7 },
  { title: 'answer', width: 22 },
  { title: 'buyer', width: 16 },
  { title: 'charge', width: 20 },
  { title: 'delivery', width: 8 },
  { title: 'ms', width: 6 },
] as const;

const fit = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

const line = (cells: readonly string[]): string =>
  columns
    .map(({ title, width }, index) =>
      title === 'ms' ? (cells[index] ?? '').padStart(width) : fit(cells[index] ?? '', width),
    )
    .join(' ')
    .trimEnd();

export const heading: string = line(columns.map(({ title }) => title));

export function lineOf(row: Row): string {
  const { post, reply, progress, end } = row;
  const { answered, delivered } = timesOf(row);
  const ms = delivered ?? answered;
  return line([
    String(post.index + 1),
    `${post.person.firstName} ${post.person.lastName}, ${post.person.state}`,
    post.contentType === 'application/json' ? 'json' : 'form',
    reply ? answerOf(row) : row.postedAt === undefined ? '' : '…',
    progress?.buyer ?? (end === 'waiting' ? 'waits for a buyer' : ''),
    chargeOf(row),
    end === 'expired' ? 'expired' : (progress?.delivery ?? ''),
    ms === undefined ? '' : String(ms),
  ]);
}

function answerOf({ reply, post }: Row): string {
  if (!reply) return '';
  const { verdict, fields, reason } = reply;
  if (verdict === 'invalid') return `invalid: ${fields.join(', ')}`;
  if (verdict === 'replayed' && post.after !== undefined) return `replayed #${post.after + 1}`;
  if (verdict === 'duplicate' && post.after !== undefined) return `duplicate of #${post.after + 1}`;
  return reason === undefined ? verdict : `${verdict}: ${reason}`;
}

function chargeOf({ progress }: Row): string {
  if (!progress) return '';
  const { purchase, amount, declines } = progress;
  const charge = purchase === 'succeeded' ? `$${amount ?? ''}` : (purchase ?? '');
  return declines === 0 ? charge : `${charge} (${declines} declined)`.trimStart();
}
