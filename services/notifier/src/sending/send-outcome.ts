import type { ChannelDisabledReason, DeliveryFailureReason, PushEndReason } from '@desk/contracts';
import type { Attempt } from '@desk/steps';
import type { ClaimedRow } from './sending.repository.js';

export interface SendFailure {
  /** `temporary`: not accepted now, or it is unknown whether it was. `permanent`: retries would fail the same way. */
  readonly result: 'temporary' | 'permanent';
  readonly reason: DeliveryFailureReason;
  /** The provider's own code, for the log. Never its text, which may quote addresses. */
  readonly providerCode?: string;
  /** The recipient's server does not know the address (any more), or the address is not usable. */
  readonly isBounce?: true;
  /** Our own server, credentials or provider failed before the recipient had any part in it. Absent if unknown. */
  readonly isOurFailure?: true;
  /** The recipient asked us to wait this long. Never shortens the delay of the schedule. */
  readonly retryAfterMs?: number;
  /** Nothing more can be sent over this channel until its agent has done something. Not for email. */
  readonly disables?: ChannelDisabledReason;
  /** Nothing more can be sent to this browser. Only for notifications. */
  readonly ends?: PushEndReason;
}

export interface SendAccepted {
  readonly result: 'accepted';
  /** Names the message in the provider's later reports. */
  readonly providerMessageId?: string;
  /** The message contained no personal data. */
  readonly isRedacted?: true;
  /** The channel had failed before. */
  readonly endsFailures?: true;
}

export type SendOutcome = SendAccepted | SendFailure;

export type SendAttempt<Row extends ClaimedRow> = Attempt<Row, SendOutcome>;

/** A message that became sent with this attempt. */
export interface SentMessage<Row extends ClaimedRow> extends Attempt<Row, SendAccepted> {
  readonly sentAt: Date;
}

export const sendResults: readonly SendOutcome['result'][] = ['accepted', 'temporary', 'permanent'];
