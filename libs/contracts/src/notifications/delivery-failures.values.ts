/** Why a delivery attempt failed. Agents and admins see a sentence for each reason. */
export const deliveryFailureReasons = [
  /** The address cannot be put into an email. */
  'INVALID_ADDRESS',
  /** The recipient's server does not accept email for this address. */
  'ADDRESS_REFUSED',
  'MAILBOX_FULL',
  'MESSAGE_REFUSED',
  /** The server refused us rather than the recipient or the message. */
  'SENDER_REFUSED',
  'TEMPORARY_ERROR',
  'AUTHENTICATION_FAILED',
  'CONNECTION_FAILED',
  'CONNECTION_LOST',
  /** The request arrived, but we could not read the answer. The message may have been accepted. */
  'ANSWER_UNREADABLE',
  'SERVER_NOT_FOUND',
  'INSECURE_CONNECTION',
  'TIMEOUT',
  /** We could not build the message. */
  'NOT_COMPOSED',
  /** The link in an account email expired before it could be sent. */
  'LINK_EXPIRED',
  /** The endpoint of a webhook answered with another status than 2xx. */
  'ENDPOINT_REFUSED',
  'ENDPOINT_GONE',
  'REDIRECTED',
  /** The endpoint's name resolves to an address that is not on the public internet. */
  'ADDRESS_NOT_ALLOWED',
  /** The agent paused or removed the channel, or we disabled it. */
  'CHANNEL_OFF',
  /** The phone number answered STOP. */
  'OPTED_OUT',
  /** The phone number receives no text messages, now or ever. */
  'NUMBER_UNREACHABLE',
  /** The carrier took the text message for spam. */
  'MESSAGE_FILTERED',
  /** The provider of text messages refused us rather than the number or the message. */
  'PROVIDER_REFUSED',
  /** The provider of text messages could not be reached, or did not answer. It may have accepted the message. */
  'PROVIDER_UNAVAILABLE',
  /** Our access to the Slack workspace was revoked. */
  'ACCESS_REVOKED',
  /** The Slack channel was archived. */
  'DESTINATION_GONE',
  'NOT_IN_CHANNEL',
  'PERMISSION_MISSING',
  'POSTING_NOT_ALLOWED',
  /** The notification could not be sent while it was useful. */
  'NO_LONGER_USEFUL',
  /** The mailbox reached its daily limit of emails. The summary that follows contains the notice. */
  'MAILBOX_LIMIT',
  /** The buyer got a refund before the lead could be sent. */
  'LEAD_REFUNDED',
  /** The receiver limits how much we may send. */
  'RATE_LIMITED',
  'UNKNOWN',
] as const;
export type DeliveryFailureReason = (typeof deliveryFailureReasons)[number];

const known = new Set<string>(deliveryFailureReasons);

/** Returns `UNKNOWN` for a reason that only a newer release knows. */
export const toDeliveryFailureReason = (reason: string): DeliveryFailureReason =>
  known.has(reason) ? (reason as DeliveryFailureReason) : 'UNKNOWN';
