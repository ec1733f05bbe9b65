import { brand } from '@desk/contracts';
import { Html, html } from './html.js';
import type { DetailRow } from './mail.js';

/** Inlined into every element, because many email clients ignore style sheets. */
export const palette = {
  paper: '#f6f2e9',
  card: '#fffdf8',
  ink: '#1b211d',
  muted: '#59625b',
  line: '#e0d9c9',
  green: '#1d4a38',
  onGreen: '#ffffff',
  tint: '#e6eee6',
  amber: '#7a4f00',
} as const;

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Small screens and dark mode, for the email clients that support style sheets. */
const styleSheet = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { text-decoration: none; }
  @media (max-width: 480px) {
    .edge { padding-left: 16px !important; padding-right: 16px !important; }
    .name { font-size: 22px !important; line-height: 28px !important; }
    .half { display: block !important; width: 100% !important; padding: 0 0 8px 0 !important; }
    .label { width: 96px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .paper { background: #121614 !important; }
    .card { background: #1a201d !important; border-color: #323b35 !important; }
    .line { border-color: #323b35 !important; }
    .ink, .ink a { color: #eeefe9 !important; }
    .muted, .muted a { color: #a9b2aa !important; }
    .green { color: #8fcbae !important; }
    .tint { background: #25352c !important; color: #b7e0cb !important; }
    .button { background: #8fcbae !important; border-color: #8fcbae !important; }
    .button a { color: #10231a !important; }
    .secondary { background: transparent !important; border-color: #5b675f !important; }
    .secondary a { color: #eeefe9 !important; }
    .amber { color: #e5b567 !important; }
  }`);

/** Attributes of every table. Email clients lay out everything else differently. */
export const tableAttributes = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"');

interface Page {
  readonly title: string;
  /** The line that inboxes show after the subject. */
  readonly preview: string;
  readonly body: Html;
  readonly footer: Html;
}

/** Renders one column of 600 px that shrinks with the screen. Loads nothing from the network. */
export const renderPage = ({ title, preview, body, footer }: Page): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        <style>
          ${styleSheet}
        </style>
      </head>
      <body
        class="paper"
        style="margin:0;padding:0;background:${palette.paper};-webkit-text-size-adjust:100%;"
      >
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preview}</div>
        <table ${tableAttributes} class="paper" width="100%" style="background:${palette.paper};">
          <tr>
            <td align="center" style="padding:24px 8px 32px;">
              <table ${tableAttributes} width="600" style="width:100%;max-width:600px;font-family:${fonts};">
                <tr>
                  <td
                    class="edge green"
                    style="padding:0 24px 16px;font-size:16px;line-height:24px;font-weight:700;color:${palette.green};"
                  >
                    ${brand}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="background:${palette.card};border:1px solid ${palette.line};border-radius:10px;"
                  >
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td
                    class="edge muted"
                    style="padding:16px 24px 0;font-size:12px;line-height:18px;color:${palette.muted};"
                  >
                    ${footer}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.source.replaceAll(/\n\s+/g, '\n');

/** Renders a link as a button at least 44 px high, the minimum for touch. */
export const renderButton = (
  href: string,
  label: string,
  variant: 'primary' | 'secondary' = 'primary',
): Html => {
  const isPrimary = variant === 'primary';
  return html`<table ${tableAttributes} width="100%">
    <tr>
      <td
        class="${isPrimary ? 'button' : 'button secondary'}"
        align="center"
        style="background:${isPrimary ? palette.green : palette.card};border:1px solid ${palette.green};border-radius:6px;"
      >
        <a
          href="${href}"
          style="display:block;padding:12px 16px;font-size:16px;line-height:22px;font-weight:600;color:${
            isPrimary ? palette.onGreen : palette.green
          };text-decoration:none;"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
};

export const renderLink = (href: string, label: string | Html): Html =>
  html`<a href="${href}" style="color:inherit;text-decoration:underline;">${label}</a>`;

const withLineBreaks = (text: string): Html =>
  new Html(
    text
      .split('\n')
      .map((line) => html`${line}`.source)
      .join('<br />'),
  );

const renderValue = ({ value, href }: DetailRow): Html =>
  href === undefined ? withLineBreaks(value) : renderLink(href, withLineBreaks(value));

const topBorder = (rowIndex: number): Html =>
  new Html(rowIndex === 0 ? '' : `border-top:1px solid ${palette.line};`);

/**
 * Renders label and value in two columns. Breaks long words instead of widening the email. Without the colon, filters read
 * "Lead 0191e1a0-… Sale 0191e1a0-…" as words with a hash, a sign of spam (SpamAssassin's HEXHASH_WORD).
 */
export const renderDetailRows = (rows: readonly DetailRow[]): Html =>
  html`<table ${tableAttributes} width="100%" style="table-layout:fixed;border-collapse:collapse;">
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
