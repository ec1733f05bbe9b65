import type { ChannelKind, ChannelTest, leadSold, OptionalChannelKind, PayloadOf } from '@desk/contracts';
import type { Postponement } from '@desk/steps';
import type { SendOutcome } from '../sending/send-outcome.js';

export type LeadSale = PayloadOf<typeof leadSold>;

/** A sold lead addressed to its buyer. */
export interface LeadMessage {
  readonly deliveryId: string;
  readonly address: string;
  readonly messageId: string;
  readonly sale: LeadSale;
  /** The message must not contain personal data. Only for email. */
  readonly isRedacted: boolean;
  /** The buyer's, if it is known. Only for email. */
  readonly timeZone?: string | undefined;
}

/** Sends sold leads over one kind of channel. To add a kind, implement this and add it to `ChannelRegistry`. */
export interface Channel {
  readonly kind: ChannelKind;
  /** Returns the id that the recipient sees. It is the same on every attempt. */
  toMessageId(deliveryId: string): string;
  /**
   * Must end by itself within minutes: until then it holds one of the few places of its kind, and the row is
   * leased. Reports expected failures as an outcome instead of throwing.
   *
   * @param settings those of an `OptionalChannel`
   */
  send(message: LeadMessage, settings?: object): Promise<SendOutcome | Postponement>;
}

/** A channel that agents set up themselves. `Settings` are kept encrypted. */
export interface OptionalChannel<Settings extends object = object> extends Channel {
  readonly kind: OptionalChannelKind;
  send(message: LeadMessage, settings: Settings): Promise<SendOutcome | Postponement>;
  /** Sends a sample lead to the address, once. */
  test(message: LeadMessage, settings: Settings): Promise<ChannelTest>;
}

/** @param exchange what was sent, and what came back if it says more than the provider's code */
export function toChannelTest(
  outcome: SendOutcome,
  startedAt: number,
  { request, response }: { readonly request: string; readonly response?: string | null },
): ChannelTest {
  const failure = outcome.result === 'accepted' ? undefined : outcome;
  return {
    isAccepted: failure === undefined,
    reason: failure?.reason ?? null,
    durationMs: Math.round(performance.now() - startedAt),
    request,
    response: response === undefined ? (failure?.providerCode ?? null) : response,
  };
}
