import type { IntegrationType } from '../accounts/accounts.values.js';

interface ChannelFacts {
  /** What people call it. */
  readonly label: string;
  /** Who accepts or rejects a message, as it is named within a sentence. */
  readonly server: string;
  /** What a message is sent to, as it is named at the beginning of a sentence. */
  readonly destination: string;
  /** The integration that agents request to get this channel; null for email, which everybody has. */
  readonly integration: IntegrationType | null;
  /** How many messages one process sends at a time. */
  readonly concurrency: number;
  /**
   * How many of them may go to one channel, or to one mail domain. Without it, one slow endpoint or mail server would delay
   * the leads of all agents.
   */
  readonly perDestination?: { readonly by: 'channel' | 'domain'; readonly limit: number };
  /** The recipient's side reports later whether the message arrived. */
  readonly confirmsArrival?: true;
  /** Anyone who knows the address can often post to it, so only its agent sees more than the host. */
  readonly hasSecretAddress?: true;
  /** Disabled after it has accepted nothing for days. */
  readonly isDisabledByFailures?: true;
}

const declare = <Kind extends string>(
  facts: Readonly<Record<Kind, ChannelFacts>>,
): Readonly<Record<Kind, ChannelFacts>> => facts;

/** Every kind of delivery channel, and everything in which they differ beyond how they send. */
export const channelFacts = declare({
  email: {
    label: 'Email',
    server: 'the mail server',
    destination: 'An email address',
    integration: null,
    concurrency: 24,
    // Many agents share the largest domains, which therefore get all but four.
    perDestination: { by: 'domain', limit: 20 },
  },
  sms: {
    label: 'Text message',
    server: 'the text message service',
    destination: 'A phone number',
    integration: 'sms',
    concurrency: 8,
    confirmsArrival: true,
  },
  slack: {
    label: 'Slack',
    server: 'Slack',
    destination: 'A Slack channel',
    integration: 'slack',
    concurrency: 4,
    // Slack accepts one message a second in a channel.
    perDestination: { by: 'channel', limit: 1 },
  },
  webhook: {
    label: 'Webhook',
    server: 'the endpoint',
    destination: 'A webhook',
    integration: 'other',
    // More than for other kinds, because some endpoints are slow.
    concurrency: 16,
    perDestination: { by: 'channel', limit: 2 },
    hasSecretAddress: true,
    isDisabledByFailures: true,
  },
});

export type ChannelKind = keyof typeof channelFacts;
export const channelKinds = Object.keys(channelFacts) as readonly ChannelKind[];

/** Channels that an agent may add to email, which everybody has. */
export type OptionalChannelKind = Exclude<ChannelKind, 'email'>;
export const isOptionalChannel = (kind: ChannelKind): kind is OptionalChannelKind => kind !== 'email';
export const optionalChannelKinds = channelKinds.filter(isOptionalChannel);

export const channelStates = ['pending', 'active', 'paused', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Why we stopped using a channel. The agent is shown and mailed a sentence for each reason. */
export const channelDisabledReasons = [
  /** The recipient answered STOP to a text message. */
  'OPTED_OUT',
  /** The phone number receives no text messages. */
  'NUMBER_UNREACHABLE',
  /** Our access to the Slack workspace was revoked. */
  'ACCESS_REVOKED',
  /** The Slack channel was archived, or the endpoint answered 410. */
  'DESTINATION_GONE',
  /** Our app is not in the Slack channel. Slack says the same of a private channel that was deleted. */
  'NOT_IN_CHANNEL',
  /** Our app was installed without a permission that it needs. */
  'PERMISSION_MISSING',
  /** The workspace's rules keep our app from posting in the Slack channel. */
  'POSTING_NOT_ALLOWED',
  /** Nothing was accepted for five days. */
  'FAILING_FOR_DAYS',
] as const;
export type ChannelDisabledReason = (typeof channelDisabledReasons)[number];

/** Reasons that the agent may have fixed elsewhere, so that resuming is worth a try. The others need a new set-up. */
export const resumableReasons: readonly string[] = [
  'DESTINATION_GONE',
  'FAILING_FOR_DAYS',
  'NOT_IN_CHANNEL',
  'NUMBER_UNREACHABLE',
  'POSTING_NOT_ALLOWED',
] satisfies readonly ChannelDisabledReason[];

/**
 * What the agent may do with a channel. To set it up again replaces it. `keep` is for one that was set up before the
 * account was recovered.
 */
export const channelChanges = ['pause', 'resume', 'remove', 'keep'] as const;
export type ChannelChange = (typeof channelChanges)[number];
