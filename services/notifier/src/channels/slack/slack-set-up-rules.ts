import { DomainError, type DeliveryFailureReason, truncate } from '@desk/contracts';
import { toSingleLine } from '../../templates/format.js';
import type { SendFailure } from '../../sending/send-outcome.js';

const MAX_NAME_LENGTH = 80;

/** Shows where leads go: `#leads in Acme Annuities`. */
export function toAddress(slackChannelName: string, teamName: string): string {
  const shorten = (name: string): string => truncate(toSingleLine(name), MAX_NAME_LENGTH);
  return `${shorten(slackChannelName)} in ${shorten(teamName)}`;
}

/** Slack's errors about the code that it gave the browser, rather than about our app. */
const CODE_ERRORS: readonly (string | undefined)[] = [
  'invalid_code',
  'code_already_used',
  'code_expired',
  'bad_redirect_uri',
];
export const isUsedUpCode = (slackError: string | undefined): boolean => CODE_ERRORS.includes(slackError);

const SENTENCES: Readonly<Partial<Record<DeliveryFailureReason, string>>> = {
  NOT_IN_CHANNEL:
    'Our app is not in this Slack channel. Invite it there with /invite, then connect the channel again.',
  DESTINATION_GONE: 'This Slack channel is archived. Please choose another one.',
  POSTING_NOT_ALLOWED:
    "The workspace's rules keep our app from posting in this Slack channel. Please choose another one.",
  ACCESS_REVOKED: 'Slack no longer accepts this token. Please connect Slack again.',
  PERMISSION_MISSING: 'Our app lacks the permission to post. Please connect Slack again.',
};

/** Returns what to tell whoever connects a channel in which nothing can be posted; undefined for a passing problem. */
export const toRefusal = ({ result, reason }: SendFailure): DomainError | undefined =>
  result === 'temporary'
    ? undefined
    : new DomainError('SLACK_REFUSED', {
        ...(SENTENCES[reason] !== undefined && { detail: SENTENCES[reason] }),
      });
