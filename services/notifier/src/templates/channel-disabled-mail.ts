import { type ChannelDisabledReason, channelFacts, type OptionalChannelKind } from '@desk/contracts';
import { formatInstant, toSingleLine } from './format.js';
import type { Mail, OptionalNoticeContext } from './mail.js';
import { renderNoticeMail } from './notice-mail.js';

export interface ChannelDisabledContent {
  readonly firstName: string;
  readonly channel: OptionalChannelKind;
  /** A `ChannelDisabledReason`. */
  readonly reason: string;
  /** ISO 8601. */
  readonly at: string;
}

const EXPLANATIONS: Readonly<Record<ChannelDisabledReason, string>> = {
  OPTED_OUT:
    'You asked us by text message to stop. To get text messages again, send START from your phone, then resume the channel.',
  NUMBER_UNREACHABLE: 'Your phone number does not receive our text messages.',
  ACCESS_REVOKED: 'Our access to your Slack workspace was revoked. Connect Slack again to go on.',
  DESTINATION_GONE: 'The place that we deliver to no longer exists.',
  NOT_IN_CHANNEL:
    'Our app is not in the Slack channel any more, or the channel was deleted. Invite our app there with /invite, then resume the channel.',
  PERMISSION_MISSING: 'Our app lacks the permission to post in Slack. Connect Slack again to go on.',
  POSTING_NOT_ALLOWED:
    "Your workspace's rules keep our app from posting in the Slack channel. Ask its admin to allow it, then resume the channel.",
  FAILING_FOR_DAYS: 'It has accepted none of our messages for five days.',
};

/** Renders the email that explains why a channel is off. Leads still arrive by email and on the dashboard. */
export function renderChannelDisabledMail(
  { firstName, channel, reason, at }: ChannelDisabledContent,
  { publicUrl, unsubscribeUrl }: OptionalNoticeContext,
): Mail {
  const name = channelFacts[channel].label;
  const explanation = (EXPLANATIONS as Partial<Record<string, string>>)[reason];
  return renderNoticeMail({
    subject: `${name}: your leads no longer arrive there`,
    title: channel === 'sms' ? 'Text messages were turned off' : `${name} was turned off`,
    tone: 'warning',
    firstName: toSingleLine(firstName),
    paragraphs: [
      `On ${formatInstant(at)} we stopped sending your leads over this channel.`,
      ...(explanation === undefined ? [] : [explanation]),
      'Your leads still arrive by email and on your dashboard.',
    ],
    action: { label: 'Check your integrations', href: new URL('/integrations', publicUrl).href },
    footnote: "If you've already put this right, you can ignore this email.",
    unsubscribeUrl,
  });
}
