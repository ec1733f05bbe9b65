import { Html, html } from './html.js';
import { palette } from './layout.js';
import type { DetailRow } from './mail.js';

const withLineBreaks = (text: string): Html =>
  new Html(
    text
      .split('\n')
      .map((line) => html`${line}`.source)
      .join('<br />'),
  );

const renderValue = ({ value, href }: DetailRow): Html =>
  href === undefined
    ? withLineBreaks(value)
    : html`<a href="${href}" style="color:inherit;text-decoration:underline;">${withLineBreaks(value)}</a>`;

const topBorder = (rowIndex: number): Html =>
  new Html(rowIndex === 0 ? '' : `border-top:1px solid ${palette.line};`);

/**
 * Renders label and value in two columns. Breaks long words instead of widening the email. Without the colon, filters read
 * "Lead 0191e1a0-… Sale 0191e1a0-…" as words with a hash, a sign of spam (SpamAssassin's HEXHASH_WORD).
 */
export const renderDetailRows = (rows: readonly DetailRow[]): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="table-layout:fixed;border-collapse:collapse;"
  >
    ${rows.map(
      (row, index) =>
        html`<tr>
          <td
            class="label muted line"
            valign="top"
            style="width:160px;padding:10px 12px 10px 0;${topBorder(index)}font-size:14px;line-height:20px;color:${palette.muted};"
          >
            ${row.label}:
          </td>
          <td
            class="ink line"
            valign="top"
            style="padding:10px 0;${topBorder(index)}font-size:14px;line-height:20px;color:${palette.ink};word-break:break-word;overflow-wrap:anywhere;font-variant-numeric:tabular-nums;"
          >
            ${renderValue(row)}
          </td>
        </tr>`,
    )}
  </table>`;

export const detailRowsAsText = (rows: readonly DetailRow[]): string =>
  rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
