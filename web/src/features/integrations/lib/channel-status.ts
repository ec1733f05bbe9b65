import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { type ChannelDisabledReason, resumableReasons } from '@desk/contracts/notifications/channels.values';
import { formatDateTime } from '@/lib/dates';
import { describeFailureForAgent } from '@/lib/delivery-failures';

const disabledReasons: Readonly<Record<ChannelDisabledReason, string>> = {
  OPTED_OUT:
    'You asked us by text message to stop. To get text messages again, send START from your phone, then resume it here.',
  NUMBER_UNREACHABLE: "Your phone number doesn't receive our text messages.",
  ACCESS_REVOKED: 'Our access to your Slack workspace was revoked. Connect Slack again.',
  DESTINATION_GONE: 'The place that we deliver to no longer exists.',
  NOT_IN_CHANNEL:
    'Our app is not in the Slack channel any more, or the channel was deleted. Invite our app there with /invite, then resume it here.',
  PERMISSION_MISSING: 'Our app lacks the permission to post in Slack. Connect Slack again.',
  POSTING_NOT_ALLOWED:
    "Your workspace's rules keep our app from posting in the Slack channel. Ask its admin to allow it, then resume it here.",
  FAILING_FOR_DAYS: 'It has accepted none of our messages for five days.',
};

export const describeDisabledReason = (reason: string | null): string =>
  (disabledReasons as Partial<Record<string, string>>)[reason ?? ''] ?? 'It can no longer be used.';

/** Whether the agent can turn it on again without another set-up. */
export const canResume = ({ state, disabledReason, needsReview }: AgentChannel): boolean =>
  (state === 'paused' && needsReview === undefined) ||
  (state === 'disabled' && resumableReasons.includes(disabledReason ?? ''));

export function describeLastDelivery({ kind, lastDelivery }: AgentChannel): string {
  if (lastDelivery === null) return 'No leads sent yet.';
  const { status, at, lastErrorCode } = lastDelivery;
  const when = formatDateTime(at);
  if (status === 'sent') return `Last lead delivered ${when}.`;
  const reason = describeFailureForAgent(lastErrorCode, kind);
  const reasonPart = reason === null ? '' : `: ${reason}`;
  return status === 'failed'
    ? `Last lead not delivered ${when}${reasonPart}.`
    : `A lead has been on its way since ${when}${reasonPart}.`;
}
