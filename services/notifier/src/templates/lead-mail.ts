import { brand, formatAmount, formatPhone, type leadSold, type PayloadOf } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import { type Html, html } from './html.js';
import {
  detailRowsAsText,
  palette,
  renderButton,
  renderDetailRows,
  renderLink,
  renderPage,
  tableAttributes,
} from './layout.js';
import { toConsentDetails, toLeadDetails, toMailtoHref, toTelHref } from './lead-details.js';
import type { DetailRow, Mail, MailContext } from './mail.js';

type Sale = PayloadOf<typeof leadSold>;

export interface LeadMailContext extends MailContext {
  readonly deliveryId: string;
  /** The buyer's, if it is known. */
  readonly timeZone?: string | undefined;
}

/** Renders the email that delivers a lead to its buyer. */
export function renderLeadMail(sale: Sale, context: LeadMailContext): Mail {
  const view = toLeadView(sale, context);
  return {
    subject: `New ${view.type} annuity lead: ${view.name}, ${view.state}`,
    text: renderText(view),
    html: renderPage({
      title: `${view.name}, ${view.state}`,
      preview: `${view.phone} · ${view.summary}`,
      body: renderCard(view),
      footer: html`${view.footer} ${renderLink(view.dashboard, view.dashboard)}`,
    }),
  };
}

export const toReferences = (
  { leadId, offerId }: Pick<Sale, 'leadId' | 'offerId'>,
  deliveryId: string,
): DetailRow[] => [
  { label: 'Lead', value: leadId },
  { label: 'Sale', value: offerId },
  { label: 'Delivery', value: deliveryId },
];

/** Returns what the text and the HTML share. */
function toLeadView({ lead, ...sale }: Sale, { deliveryId, publicUrl, timeZone }: LeadMailContext) {
  return {
    name: toSingleLine(lead.fullName),
    state: lead.state,
    type: lead.leadType,
    age: lead.ageRange,
    phone: formatPhone(lead.phone),
    call: { label: `Call ${formatPhone(lead.phone)}`, href: toTelHref(lead.phone) },
    write: { label: 'Send an email', href: toMailtoHref(toSingleLine(lead.email)) },
    open: { label: 'Open this lead', href: new URL(`/leads/${sale.leadId}`, publicUrl).href },
    summary: `${lead.leadType} annuity · age ${lead.ageRange} · ${lead.estimatedAssets} · ${lead.purchaseTimeline}`,
    details: toLeadDetails(lead),
    exclusivity: `Sold exclusively to you on ${formatInstant(sale.soldAt, timeZone)}.`,
    receipt: [
      { label: 'Price charged', value: formatAmount(sale.amountCents) },
      { label: 'Received', value: formatInstant(sale.receivedAt, timeZone) },
      { label: 'Sold', value: formatInstant(sale.soldAt, timeZone) },
      { label: 'Source funnel', value: toSingleLine(sale.funnelName) },
    ] satisfies DetailRow[],
    consent: toConsentDetails(lead.consent),
    references: toReferences(sale, deliveryId),
    footer: `You're receiving this because your ${brand} service is active. See your leads, change your daily limit, or pause your service on your dashboard:`,
    dashboard: new URL('/dashboard', publicUrl).href,
  };
}
type LeadView = ReturnType<typeof toLeadView>;

const renderHeading = (text: string): Html =>
  html`<div
    class="ink"
    style="padding:0 0 4px;font-size:16px;line-height:24px;font-weight:600;color:${palette.ink};"
  >
    ${text}
  </div>`;

const renderSection = (title: string, content: Html, note?: string): Html =>
  html`<tr>
    <td class="edge line" style="padding:20px 24px 12px;border-top:1px solid ${palette.line};">
      ${renderHeading(title)}
      ${
        note === undefined
          ? ''
          : html`<div
              class="green"
              style="padding:0 0 4px;font-size:14px;line-height:20px;color:${palette.green};"
            >
              ${note}
            </div>`
      }
      ${content}
    </td>
  </tr>`;

const renderBadge = (text: string): Html =>
  html`<span
    class="tint"
    style="display:inline-block;margin:0 6px 0 0;padding:3px 10px;border-radius:6px;background:${palette.tint};font-size:14px;line-height:20px;font-weight:600;color:${palette.green};"
    >${text}</span
  >`;

const renderCard = (view: LeadView): Html =>
  html`<table ${tableAttributes} width="100%">
    <tr>
      <td class="edge" style="padding:24px 24px 8px;">
        <h1
          class="name ink"
          style="margin:0 0 8px;font-size:25px;line-height:32px;font-weight:700;color:${palette.ink};overflow-wrap:anywhere;"
        >
          ${view.name}
        </h1>
        ${renderBadge(`${view.type} annuity`)}${renderBadge(`Age ${view.age}`)}
      </td>
    </tr>
    <tr>
      <td class="edge" style="padding:8px 24px 16px;">
        <table ${tableAttributes} width="100%">
          <tr>
            <td class="half" width="50%" valign="top" style="padding:0 4px 0 0;">
              ${renderButton(view.call.href, view.call.label)}
            </td>
            <td class="half" width="50%" valign="top" style="padding:0 0 0 4px;">
              ${renderButton(view.write.href, view.write.label, 'secondary')}
            </td>
          </tr>
        </table>
      </td>
    </tr>
    <tr>
      <td class="edge" style="padding:0 24px 12px;">${renderDetailRows(view.details)}</td>
    </tr>
    <tr>
      <td
        class="edge green"
        style="padding:0 24px 20px;font-size:14px;line-height:20px;font-weight:600;color:${palette.green};"
      >
        ${renderLink(view.open.href, view.open.label)}
      </td>
    </tr>
    ${renderSection('Receipt', renderDetailRows(view.receipt), view.exclusivity)}
    ${renderSection('Consent', renderDetailRows(view.consent))}
    ${renderSection('References', renderDetailRows(view.references))}
  </table>`;

const renderText = (view: LeadView): string =>
  [
    `${view.name}\n${view.type} annuity, age ${view.age}`,
    [view.call, view.write, view.open].map(({ label, href }) => `${label}: ${href}`).join('\n'),
    detailRowsAsText(view.details),
    `RECEIPT\n${view.exclusivity}\n${detailRowsAsText(view.receipt)}`,
    `CONSENT\n${detailRowsAsText(view.consent)}`,
    `REFERENCES\n${detailRowsAsText(view.references)}`,
    `${view.footer}\n${view.dashboard}`,
  ].join('\n\n') + '\n';
