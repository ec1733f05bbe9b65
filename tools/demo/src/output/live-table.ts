import { isSettled, type Row } from '../row.js';
import { heading, lineOf } from './cells.js';

export interface Table {
  /** Shows how things stand now. */
  update(): void;
  /** Shows what is left, settled or not. */
  finish(): void;
}

/**
 * On a terminal: rows that are settled scroll up, the others are drawn again in place. Elsewhere: a line for each row
 * once it is settled.
 */
export const createTable = (rows: readonly Row[], out: NodeJS.WriteStream): Table =>
  out.isTTY ? liveTable(rows, out) : plainTable(rows, out);

function plainTable(rows: readonly Row[], out: NodeJS.WriteStream): Table {
  const left = new Set(rows);
  const print = (row: Row): void => {
    out.write(`${lineOf(row)}\n`);
    left.delete(row);
  };
  out.write(`${heading}\n`);
  return {
    update: () => [...left].filter(isSettled).forEach(print),
    finish: () => [...left].forEach(print),
  };
}

function liveTable(rows: readonly Row[], out: NodeJS.WriteStream): Table {
  let printed = 0;
  let drawn = 0;
  const draw = (isLast: boolean): void => {
    const lines: string[] = [];
    for (let row = rows[printed]; row && (isLast || isSettled(row)); row = rows[printed]) {
      lines.push(lineOf(row));
      printed += 1;
    }
    const begun = rows.slice(printed).filter((row) => row.postedAt !== undefined);
    const live = begun.slice(0, Math.max(1, out.rows - 3)).map(lineOf);
    // A line that wraps would break the count of lines to go back.
    const shown = [...lines, ...live].map((text) => text.slice(0, out.columns - 1));
    const back = drawn > 0 ? `\x1b[${drawn}A` : '';
    out.write(`${back}\r\x1b[J${shown.map((text) => `${text}\n`).join('')}`);
    drawn = live.length;
  };
  out.write(`${heading}\n`);
  return { update: () => draw(false), finish: () => draw(true) };
}
