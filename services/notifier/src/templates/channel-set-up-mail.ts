import { channelFacts, type OptionalChannelKind } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, MailContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface ChannelSetUpContent {
  readonly firstName: string;
  readonly channel: OptionalChannelKind;
  /** ISO 8601. */
  readonly at: string;
}

/** Renders the email about another place that leads are sent to. It omits the address, which may contain a secret. */
export function renderChannelSetUpMail(
  { firstName, channel, at }: ChannelSetUpContent,
  { publicUrl }: MailContext,
): Mail {
  const title = `${channelFacts[channel].destination} was set up to get your leads`;
  return renderNoticeMail({
    subject: title,
    title,
    tone: 'plain',
    firstName: toSingleLine(firstName),
    paragraphs: [`This was done on ${formatInstant(at)}. Your next leads are sent there too.`],
    action: { label: 'Check your integrations', href: new URL('/integrations', publicUrl).href },
    footnote: "If you didn't do this or ask us to, remove it there, reset your password now, and contact us.",
  });
}
