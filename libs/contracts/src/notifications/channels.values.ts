import type { ChannelKind } from './notifications.values.js';

/** Channels that an agent may add to email, which everybody has. */
export const optionalChannelKinds = ['sms', 'slack', 'webhook'] as const satisfies readonly ChannelKind[];
export type OptionalChannelKind = (typeof optionalChannelKinds)[number];

/** `pending`: set up but not verified. `paused`: by its agent. `disabled`: by us, with a `ChannelDisabledReason`. */
export const channelStates = ['pending', 'active', 'paused', 'disabled'] as const;
export type ChannelState = (typeof channelStates)[number];

/** Why we stopped using a channel. Each is shown and mailed to its agent in a sentence of its own. */
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

/** Reasons that the agent may have put right elsewhere, so that resuming is worth a try. The others need a new set-up. */
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
