import { brand } from '@desk/contracts';
import { Html, html } from './html.js';

/** Warm paper, ink and one deep green. Mail programs want colours in every element, so they are put in place. */
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

export const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Where a program honours it: near-black green-grey, the same roles. */
const dark = new Html(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  a { text-decoration: none; }
  @media (max-width: 480px) {
    .edge { padding-left: 16px !important; padding-right: 16px !important; }
    .name { font-size: 22px !important; line-height: 28px !important; }
    .half { display: block !important; width: 100% !important; padding: 0 0 8px 0 !important; }
    .label { width: 112px !important; }
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
    .quiet { background: transparent !important; border-color: #5b675f !important; }
    .quiet a { color: #eeefe9 !important; }
    .amber { color: #e5b567 !important; }
  }`);

export interface Page {
  readonly title: string;
  /** The line that inboxes show after the subject. */
  readonly preview: string;
  readonly body: Html;
  /** Small print under the card. */
  readonly footer: Html;
}

/** One column of 600 px that shrinks to the screen. Nothing is loaded from anywhere. */
export const page = ({ title, preview, body, footer }: Page): string =>
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
          ${dark}
        </style>
      </head>
      <body
        class="paper"
        style="margin:0;padding:0;background:${palette.paper};-webkit-text-size-adjust:100%;"
      >
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preview}</div>
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background:${palette.paper};"
        >
          <tr>
            <td align="center" style="padding:24px 8px 32px;">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px;font-family:${fonts};"
              >
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

/** A link as a button of at least 44 px; `quiet` is the second choice. */
export const button = (href: string, label: string, kind: 'main' | 'quiet' = 'main'): Html => {
  const isMain = kind === 'main';
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td
        class="${isMain ? 'button' : 'button quiet'}"
        align="center"
        style="background:${isMain ? palette.green : palette.card};border:1px solid ${palette.green};border-radius:6px;"
      >
        <a
          href="${href}"
          style="display:block;padding:12px 16px;font-size:16px;line-height:22px;font-weight:600;color:${
            isMain ? palette.onGreen : palette.green
          };text-decoration:none;"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
};
