/** Cells that a spreadsheet would calculate as a formula. A negative amount is not one of them. */
const FORMULA = /^(?!-\d+\.\d\d$)[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as CSV (RFC 4180). The byte order mark makes Excel read it as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  `\u{FEFF}${rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`;
