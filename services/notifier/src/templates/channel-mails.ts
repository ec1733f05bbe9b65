import { type ChannelDisabledReason, channelFacts, type OptionalChannelKind } from '@desk/contracts';
import { formatInstant } from './format.js';
import type { Instant } from './mail.js';
import type { Notice } from './notice-mail.js';

interface ChannelDisabledContent {
  readonly firstName: string;
  readonly channel: OptionalChannelKind;
  /** A `ChannelDisabledReason`. */
  readonly reason: string;
  readonly at: Instant;
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

/** Writes the email that explains why a channel is off. Leads still arrive by email and on the dashboard. */
export function writeChannelDisabledMail(
  { firstName, channel, reason, at }: ChannelDisabledContent,
  timeZone?: string,
): Notice {
  const name = channelFacts[channel].label;
  const explanation = (EXPLANATIONS as Partial<Record<string, string>>)[reason];
  return {
    subject: `${name}: your leads no longer arrive there`,
    title: channel === 'sms' ? 'Text messages were turned off' : `${name} was turned off`,
    isWarning: true,
    firstName,
    paragraphs: [
      `On ${formatInstant(at, timeZone)} we stopped sending your leads over this channel.`,
      ...(explanation === undefined ? [] : [explanation]),
      'Your leads still arrive by email and on your dashboard.',
    ],
    action: { label: 'Check your integrations', to: '/integrations' },
    footnote: "If you've already put this right, you can ignore this email.",
  };
}

type ChannelSetUp = Omit<ChannelDisabledContent, 'reason'>;

/** Writes the email about another place that leads are sent to. It omits the address, which may contain a secret. */
export function writeChannelSetUpMail({ firstName, channel, at }: ChannelSetUp, timeZone?: string): Notice {
  const title = `${channelFacts[channel].destination} was set up to get your leads`;
  return {
    subject: title,
    firstName,
    paragraphs: [`This was done on ${formatInstant(at, timeZone)}. Your next leads are sent there too.`],
    action: { label: 'Check your integrations', to: '/integrations' },
    footnote: "If you didn't do this or ask us to, remove it there, reset your password now, and contact us.",
  };
}
