import { brand } from '@desk/contracts';
import { toSingleLine } from './format.js';
import { html } from './html.js';
import {
  detailRowsAsText,
  palette,
  renderButton,
  renderDetailRows,
  renderLink,
  renderPage,
  tableAttributes,
} from './layout.js';
import type { DetailRow, Mail, MailContext } from './mail.js';

/** A short email: what happened and what to do. */
export interface Notice {
  readonly subject: string;
  /** Default: the subject. */
  readonly title?: string;
  /** Shows the title as a warning: something is on hold, will soon stop, or is left out. */
  readonly isWarning?: true;
  /** Omitted where the name may be another person's. */
  readonly firstName?: string;
  readonly paragraphs: readonly string[];
  /** `to`: a path of the site, or a whole link. */
  readonly action: { readonly label: string; readonly to: string };
  readonly details?: readonly DetailRow[];
  readonly footnote: string;
  /** Why the recipient gets it. Default: because of their account. */
  readonly footer?: string;
}

const FOOTER = `You're receiving this because you have an ${brand} account.`;
/** Of notices to our team. */
export const ADMIN_FOOTER = `You're receiving this because this address gets the notices for admins of ${brand}.`;
const UNSUBSCRIBE = 'Turn off emails of this kind';

export function renderNoticeMail(
  notice: Notice,
  { publicUrl, omitsName = false, unsubscribeUrl }: MailContext,
): Mail {
  const { subject, title = subject, isWarning, firstName, paragraphs, details = [], footnote } = notice;
  const { footer = FOOTER, action } = notice;
  const href = action.to.startsWith('/') ? new URL(action.to, publicUrl).href : action.to;
  const greeting = firstName === undefined || omitsName ? 'Hello,' : `Hi ${toSingleLine(firstName)},`;
  return {
    subject,
    text:
      [
        title,
        greeting,
        ...paragraphs,
        `${action.label}: ${href}`,
        ...(details.length > 0 ? [detailRowsAsText(details)] : []),
        footnote,
        footer,
        ...(unsubscribeUrl === undefined ? [] : [`${UNSUBSCRIBE}: ${unsubscribeUrl}`]),
      ].join('\n\n') + '\n',
    html: renderPage({
      title: subject,
      preview: paragraphs[0] ?? title,
      body: html`<table ${tableAttributes} width="100%">
        <tr>
          <td
            class="edge ink"
            style="padding:24px 24px 8px;font-size:16px;line-height:26px;color:${palette.ink};"
          >
            <h1
              class="name ${isWarning ? 'amber' : 'ink'}"
              style="margin:0 0 16px;font-size:25px;line-height:32px;font-weight:700;color:${
                isWarning ? palette.amber : palette.ink
              };"
            >
              ${title}
            </h1>
            <p style="margin:0 0 16px;">${greeting}</p>
            ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px;">${paragraph}</p>`)}
          </td>
        </tr>
        <tr>
          <td class="edge" style="padding:0 24px 16px;">${renderButton(href, action.label)}</td>
        </tr>
        ${
          details.length > 0
            ? html`<tr>
                <td class="edge" style="padding:0 24px 16px;">${renderDetailRows(details)}</td>
              </tr>`
            : ''
        }
        <tr>
          <td
            class="edge muted"
            style="padding:0 24px 24px;font-size:14px;line-height:20px;color:${palette.muted};"
          >
            ${footnote}
          </td>
        </tr>
      </table>`,
      footer:
        unsubscribeUrl === undefined
          ? html`${footer}`
          : html`${footer} ${renderLink(unsubscribeUrl, UNSUBSCRIBE)}`,
    }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
