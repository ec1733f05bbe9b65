import {
  type DeliveryFailureReason,
  toDeliveryFailureReason,
} from '@desk/contracts/notifications/delivery-failures.values';

interface Description {
  /** A sentence without its capital and period. */
  readonly forAdmin: string;
  /** Only where it differs; null to show agents no reason. */
  readonly forAgent?: string | null;
}

const OUR_FAULT = 'there is a problem on our side';

const descriptions: Record<DeliveryFailureReason, Description> = {
  INVALID_ADDRESS: { forAdmin: 'this is not a valid email address' },
  ADDRESS_REFUSED: { forAdmin: 'the mail server rejected the address' },
  MAILBOX_FULL: { forAdmin: 'the mailbox is full' },
  MESSAGE_REFUSED: { forAdmin: 'the mail server rejected the message' },
  SENDER_REFUSED: { forAdmin: 'the mail server rejected us as the sender', forAgent: OUR_FAULT },
  TEMPORARY_ERROR: { forAdmin: 'the mail server reported a temporary error' },
  AUTHENTICATION_FAILED: { forAdmin: 'the mail server rejected our sign-in', forAgent: OUR_FAULT },
  CONNECTION_FAILED: { forAdmin: "we couldn't connect to the mail server" },
  CONNECTION_LOST: { forAdmin: 'the connection to the mail server was lost' },
  SERVER_NOT_FOUND: { forAdmin: "we couldn't find the mail server" },
  INSECURE_CONNECTION: { forAdmin: "the mail server didn't accept a secure connection" },
  TIMEOUT: { forAdmin: "the mail server didn't answer in time" },
  NOT_COMPOSED: { forAdmin: "we couldn't compose the message", forAgent: OUR_FAULT },
  LINK_EXPIRED: { forAdmin: 'the link in the email expired before it could be sent' },
  CHANNEL_OFF: { forAdmin: 'the channel was turned off' },
  UNKNOWN: { forAdmin: 'the cause is unknown', forAgent: null },
};

const getDescription = (reason: string): Description => descriptions[toDeliveryFailureReason(reason)];

/** Returns a clause to follow a colon, or null when the agent learns nothing from the reason. */
export function describeFailureForAgent(reason: string | null): string | null {
  if (reason === null) return null;
  const { forAdmin, forAgent = forAdmin } = getDescription(reason);
  return forAgent;
}

/** Returns a sentence. */
export function describeFailureForAdmin(reason: string | null): string {
  if (reason === null) return 'No reason was given.';
  const { forAdmin } = getDescription(reason);
  return `${forAdmin.charAt(0).toUpperCase()}${forAdmin.slice(1)}.`;
}
