import { brand, type leadSold, type PayloadOf, toDollars } from '@desk/contracts';
import { consentFacts } from './consent-facts.js';
import { factLines, factRows } from './fact-list.js';
import { formatInstant, formatPhone, oneLine } from './format.js';
import { type Html, html } from './html.js';
import { button, page, palette } from './layout.js';
import type { Fact, Mail } from './mail.js';

type Sale = PayloadOf<typeof leadSold>;

export interface LeadMailContext {
  readonly deliveryId: string;
  readonly publicUrl: string;
}

/** The mail by which a buyer gets a lead. */
export function leadMail(sale: Sale, context: LeadMailContext): Mail {
  const view = leadView(sale, context);
  return {
    subject: `New ${view.type} annuity lead: ${view.name}, ${view.state}`,
    text: textBody(view),
    html: page({
      title: `${view.name}, ${view.state}`,
      preview: `${view.phone} · ${view.summary}`,
      body: cardBody(view),
      footer: html`${view.footer}
        <a href="${view.dashboard}" style="color:inherit;text-decoration:underline;">${view.dashboard}</a>`,
    }),
  };
}

/** All that the mail says, once, for both bodies. */
function leadView({ lead, ...sale }: Sale, { deliveryId, publicUrl }: LeadMailContext) {
  const email = oneLine(lead.email);
  const phone = formatPhone(lead.phone);
  const price = toDollars(sale.amountCents);
  return {
    name: oneLine(lead.fullName),
    state: lead.state,
    type: lead.leadType,
    age: lead.ageRange,
    phone,
    email,
    telHref: `tel:${lead.phone}`,
    mailHref: `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`,
    price,
    summary: `${lead.leadType} annuity · age ${lead.ageRange} · ${lead.estimatedAssets} · ${lead.purchaseTimeline}`,
    facts: [
      { label: 'State', value: lead.state },
      { label: 'ZIP code', value: lead.zipCode },
      { label: 'Age range', value: lead.ageRange },
      { label: 'Estimated assets', value: lead.estimatedAssets },
      { label: 'Purchase timeline', value: lead.purchaseTimeline },
      { label: 'Lead type', value: `${lead.leadType} annuity` },
    ] satisfies Fact[],
    exclusivity: `Sold once, to you, at ${formatInstant(sale.soldAt)}.`,
    receipt: [
      { label: 'Price charged', value: price },
      { label: 'Received', value: formatInstant(sale.receivedAt) },
      { label: 'Sold to you', value: formatInstant(sale.soldAt) },
      { label: 'Source funnel', value: oneLine(sale.funnelName) },
    ] satisfies Fact[],
    consent: consentFacts(lead.consent),
    references: [
      { label: 'Lead', value: sale.leadId },
      { label: 'Sale', value: sale.offerId },
      { label: 'Delivery', value: deliveryId },
    ] satisfies Fact[],
    footer: `You get this mail because your ${brand} service is active. Your leads, your daily limit and the pause switch are on your dashboard:`,
    dashboard: new URL('/dashboard', publicUrl).href,
  };
}
type LeadView = ReturnType<typeof leadView>;

const heading = (text: string): Html =>
  html`<div
    class="ink"
    style="padding:0 0 4px;font-size:16px;line-height:24px;font-weight:600;color:${palette.ink};"
  >
    ${text}
  </div>`;

const section = (title: string, content: Html, note?: string): Html =>
  html`<tr>
    <td class="edge line" style="padding:20px 24px 12px;border-top:1px solid ${palette.line};">
      ${heading(title)}
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

const badge = (text: string): Html =>
  html`<span
    class="tint"
    style="display:inline-block;margin:0 6px 0 0;padding:3px 10px;border-radius:6px;background:${palette.tint};font-size:14px;line-height:20px;font-weight:600;color:${palette.green};"
    >${text}</span
  >`;

const cardBody = (view: LeadView): Html =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td class="edge" style="padding:24px 24px 8px;">
        <h1
          class="name ink"
          style="margin:0 0 8px;font-size:25px;line-height:32px;font-weight:700;color:${palette.ink};overflow-wrap:anywhere;"
        >
          ${view.name}
        </h1>
        ${badge(`${view.type} annuity`)}${badge(`Age ${view.age}`)}
      </td>
    </tr>
    <tr>
      <td class="edge" style="padding:8px 24px 16px;">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td class="half" width="50%" valign="top" style="padding:0 4px 0 0;">
              ${button(view.telHref, `Call ${view.phone}`)}
            </td>
            <td class="half" width="50%" valign="top" style="padding:0 0 0 4px;">
              ${button(view.mailHref, 'Write an email', 'quiet')}
            </td>
          </tr>
        </table>
      </td>
    </tr>
    <tr>
      <td class="edge" style="padding:0 24px 12px;">
        ${factRows([
          { label: 'Phone', value: view.phone, href: view.telHref },
          { label: 'Email', value: view.email, href: view.mailHref },
          ...view.facts,
        ])}
      </td>
    </tr>
    ${section('Receipt', factRows(view.receipt), view.exclusivity)}
    ${section('Consent', factRows(view.consent))} ${section('References', factRows(view.references))}
  </table>`;

const textBody = (view: LeadView): string =>
  [
    `${view.name}\n${view.type} annuity, age ${view.age}`,
    factLines([{ label: 'Phone', value: view.phone }, { label: 'Email', value: view.email }, ...view.facts]),
    `RECEIPT\n${view.exclusivity}\n${factLines(view.receipt)}`,
    `CONSENT\n${factLines(view.consent)}`,
    `REFERENCES\n${factLines(view.references)}`,
    `${view.footer}\n${view.dashboard}`,
  ].join('\n\n') + '\n';
