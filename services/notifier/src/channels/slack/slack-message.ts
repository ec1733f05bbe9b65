import { brand, formatPhone, truncate } from '@desk/contracts';
import type { KnownBlock, MessageMetadata } from '@slack/web-api';
import { toSingleLine } from '../../templates/format.js';
import { toMailtoHref, toTelHref } from '../../templates/lead-details.js';
import type { LeadSale } from '../channel.js';

export interface SlackMessage {
  /** Shown in notifications and read by screen readers, in place of the blocks. */
  readonly text: string;
  readonly blocks?: KnownBlock[];
  readonly metadata?: MessageMetadata;
}

/** Slack's limit of a header is 150 characters. */
const MAX_NAME_LENGTH = 120;
const MAX_FIELD_LENGTH = 200;

/** Escapes Slack's three control characters, so that a text can contain no mention and no link. */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Whether a text looks the same in mrkdwn. An underscore inside a word, common in addresses, starts no italics. */
const isPlainInMrkdwn = (text: string): boolean =>
  /^[\w.+@-]+$/.test(text) && !/(^|[^A-Za-z0-9])_|_([^A-Za-z0-9]|$)/.test(text);

const toPlain = (text: string) => ({ type: 'plain_text', text, emoji: false }) as const;

/**
 * A short notice: what is needed to call, and where to read the rest. What people wrote is plain text, which Slack does
 * not format; phone and email are links if they cannot be mistaken for formatting. Buttons lead to web pages only.
 */
export function renderSlackLead(
  { leadId, lead }: LeadSale,
  { publicUrl, deliveryId }: { readonly publicUrl: string; readonly deliveryId: string },
): SlackMessage {
  const name = truncate(toSingleLine(lead.fullName), MAX_NAME_LENGTH);
  const phone = formatPhone(lead.phone);
  const email = toSingleLine(lead.email);
  const link = new URL(`/leads/${leadId}`, publicUrl).href;
  const contact = [`*Phone*  <${toTelHref(lead.phone)}|${phone}>`];
  const facts = [
    `State: ${lead.state}`,
    `Age: ${lead.ageRange}`,
    `Type: ${lead.leadType}`,
    `Assets: ${lead.estimatedAssets}`,
    `Timeline: ${lead.purchaseTimeline}`,
  ];
  if (isPlainInMrkdwn(email)) contact.push(`*Email*  <${toMailtoHref(email)}|${email}>`);
  else facts.unshift(`Email: ${email}`);
  return {
    text: escapeSlack(`New lead: ${name}, ${phone}, ${lead.state}. ${link}`),
    blocks: [
      { type: 'header', text: toPlain(`New lead: ${name}`) },
      { type: 'section', text: { type: 'mrkdwn', text: contact.join('\n') } },
      {
        type: 'section',
        fields: facts.map((fact) => toPlain(truncate(toSingleLine(fact), MAX_FIELD_LENGTH))),
      },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'open_lead', text: toPlain('Open lead'), url: link, style: 'primary' },
        ],
      },
    ],
    // The same on every attempt, so that an automation in the workspace can recognize a repetition.
    metadata: { event_type: 'lead_delivered', event_payload: { delivery_id: deliveryId, lead_id: leadId } },
  };
}

export const greeting: SlackMessage = {
  text: escapeSlack(`${brand} is connected. New leads will arrive here.`),
};
