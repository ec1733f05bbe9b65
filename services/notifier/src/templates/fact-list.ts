import { Html, html } from './html.js';
import { palette } from './layout.js';
import type { Fact } from './mail.js';

const lines = (text: string): Html =>
  new Html(
    text
      .split('\n')
      .map((line) => html`${line}`.source)
      .join('<br />'),
  );

const value = ({ value: text, href }: Fact): Html =>
  href === undefined
    ? lines(text)
    : html`<a href="${href}" style="color:inherit;text-decoration:underline;">${lines(text)}</a>`;

/** Rows of label and value between hairlines. Long words break rather than widen the mail. */
export const factRows = (facts: readonly Fact[]): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="table-layout:fixed;border-collapse:collapse;"
  >
    ${facts.map(
      (fact, index) =>
        html`<tr>
          <td
            class="label muted line"
            valign="top"
            style="width:160px;padding:10px 12px 10px 0;${rule(index)}font-size:14px;line-height:20px;color:${palette.muted};"
          >
            ${fact.label}
          </td>
          <td
            class="ink line"
            valign="top"
            style="padding:10px 0;${rule(index)}font-size:14px;line-height:20px;color:${palette.ink};word-break:break-word;overflow-wrap:anywhere;font-variant-numeric:tabular-nums;"
          >
            ${value(fact)}
          </td>
        </tr>`,
    )}
  </table>`;

const rule = (index: number): Html => new Html(index === 0 ? '' : `border-top:1px solid ${palette.line};`);

/** The same as text. */
export const factLines = (facts: readonly Fact[]): string =>
  facts.map(({ label, value: text }) => `${label}: ${text}`).join('\n');
