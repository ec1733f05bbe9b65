import {
  type DeliveryFailureReason,
  toDeliveryFailureReason,
} from '@desk/contracts/notifications/delivery-failures.values';
import { type ChannelKind, channelFacts } from '@desk/contracts/notifications/channels.values';
import { capitalize } from './capitalize';

interface Description {
  /** A sentence without its capital and period. `{server}` is the channel's. */
  readonly forAdmin: string;
  /** Only where it differs; null to show agents no reason. */
  readonly forAgent?: string | null;
}

const OUR_FAULT = 'there is a problem on our side';

const descriptions: Record<DeliveryFailureReason, Description> = {
  INVALID_ADDRESS: { forAdmin: 'this is not a valid email address' },
  ADDRESS_REFUSED: { forAdmin: '{server} rejected the address' },
  MAILBOX_FULL: { forAdmin: 'the mailbox is full' },
  MESSAGE_REFUSED: { forAdmin: '{server} rejected the message' },
  SENDER_REFUSED: { forAdmin: '{server} rejected us as the sender', forAgent: OUR_FAULT },
  TEMPORARY_ERROR: { forAdmin: '{server} reported a temporary error' },
  AUTHENTICATION_FAILED: { forAdmin: '{server} rejected our sign-in', forAgent: OUR_FAULT },
  CONNECTION_FAILED: { forAdmin: "we couldn't connect to {server}" },
  CONNECTION_LOST: { forAdmin: 'the connection to {server} was lost' },
  ANSWER_UNREADABLE: { forAdmin: "we couldn't read the answer of {server}, which may have the message" },
  SERVER_NOT_FOUND: { forAdmin: "we couldn't find {server}" },
  INSECURE_CONNECTION: { forAdmin: "{server} didn't accept a secure connection" },
  TIMEOUT: { forAdmin: "{server} didn't answer in time" },
  NOT_COMPOSED: { forAdmin: "we couldn't compose the message", forAgent: OUR_FAULT },
  LINK_EXPIRED: { forAdmin: 'the link in the email expired before it could be sent' },
  ENDPOINT_REFUSED: { forAdmin: 'the endpoint rejected the message' },
  ENDPOINT_GONE: { forAdmin: 'the endpoint reported that it no longer exists' },
  REDIRECTED: { forAdmin: "the endpoint answered with a redirect, which we don't follow" },
  ADDRESS_NOT_ALLOWED: { forAdmin: "the endpoint's address is not on the public internet" },
  CHANNEL_OFF: { forAdmin: 'the channel was turned off' },
  OPTED_OUT: { forAdmin: 'the phone number opted out by sending STOP' },
  NUMBER_UNREACHABLE: { forAdmin: "the phone number didn't receive our text message" },
  MESSAGE_FILTERED: { forAdmin: 'the phone carrier blocked the text message' },
  PROVIDER_REFUSED: { forAdmin: 'the provider of text messages rejected us', forAgent: OUR_FAULT },
  PROVIDER_UNAVAILABLE: { forAdmin: "the provider of text messages didn't answer", forAgent: OUR_FAULT },
  ACCESS_REVOKED: { forAdmin: 'our access to {server} was revoked' },
  DESTINATION_GONE: { forAdmin: 'the Slack channel is archived' },
  NOT_IN_CHANNEL: { forAdmin: 'our app is not in the Slack channel' },
  PERMISSION_MISSING: { forAdmin: 'our app lacks the permission to post in the Slack channel' },
  POSTING_NOT_ALLOWED: { forAdmin: "the workspace's rules keep our app from posting in the Slack channel" },
  NO_LONGER_USEFUL: { forAdmin: 'it could not be sent while it was useful' },
  MAILBOX_LIMIT: { forAdmin: 'the mailbox got as many emails as we send in a day' },
  LEAD_REFUNDED: { forAdmin: 'the lead was refunded before it could be sent' },
  RATE_LIMITED: { forAdmin: 'too many messages were sent at once' },
  UNKNOWN: { forAdmin: 'the cause is unknown', forAgent: null },
};

const getDescription = (reason: string): Description => descriptions[toDeliveryFailureReason(reason)];
const nameServer = (text: string, channel: ChannelKind): string =>
  text.replace('{server}', channelFacts[channel].server);

/** Returns a clause to follow a colon, or null when the agent learns nothing from the reason. */
export function describeFailureForAgent(reason: string | null, channel: ChannelKind): string | null {
  if (reason === null) return null;
  const { forAdmin, forAgent = forAdmin } = getDescription(reason);
  return forAgent === null ? null : nameServer(forAgent, channel);
}

/** Returns a sentence. */
export function describeFailureForAdmin(reason: string | null, channel: ChannelKind): string {
  if (reason === null) return 'No reason was given.';
  return `${capitalize(nameServer(getDescription(reason).forAdmin, channel))}.`;
}
