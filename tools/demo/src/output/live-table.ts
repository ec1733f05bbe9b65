import { isDone, type Row } from '../row.js';
import { heading, rowText } from './row-text.js';

export interface Table {
  /** Shows the current state. */
  update(): void;
  /** Prints the remaining rows, done or not. */
  finish(): void;
}

/** On a terminal, finished rows scroll up and the others are redrawn in place. Elsewhere, each row prints when it is done. */
export const createTable = (rows: readonly Row[], out: NodeJS.WriteStream): Table =>
  out.isTTY ? liveTable(rows, out) : plainTable(rows, out);

function plainTable(rows: readonly Row[], out: NodeJS.WriteStream): Table {
  const remaining = new Set(rows);
  const print = (row: Row): void => {
    out.write(`${rowText(row)}\n`);
    remaining.delete(row);
  };
  out.write(`${heading}\n`);
  return {
    update: () => [...remaining].filter(isDone).forEach(print),
    finish: () => [...remaining].forEach(print),
  };
}

function liveTable(rows: readonly Row[], out: NodeJS.WriteStream): Table {
  let printedCount = 0;
  let redrawnLines = 0;
  const draw = (isLast: boolean): void => {
    const finished: string[] = [];
    for (let row = rows[printedCount]; row && (isLast || isDone(row)); row = rows[printedCount]) {
      finished.push(rowText(row));
      printedCount += 1;
    }
    const posted = rows.slice(printedCount).filter((row) => row.postedAt !== undefined);
    const live = posted.slice(0, Math.max(1, out.rows - 3)).map(rowText);
    // A wrapped line would break the count of lines to move back up.
    const lines = [...finished, ...live].map((text) => text.slice(0, out.columns - 1));
    const moveUp = redrawnLines > 0 ? `\x1b[${redrawnLines}A` : '';
    out.write(`${moveUp}\r\x1b[J${lines.map((text) => `${text}\n`).join('')}`);
    redrawnLines = live.length;
  };
  out.write(`${heading}\n`);
  return { update: () => draw(false), finish: () => draw(true) };
}
