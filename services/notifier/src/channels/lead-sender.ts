import type { ChannelKind } from '@desk/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Claimed } from '../database/repositories/sending.repository.js';
import type { SendOutcome } from '../sending/outcome.js';

/** Brings a sold lead to its buyer over one kind of channel. Expected failures are outcomes, not rejections. */
export interface LeadSender {
  readonly kind: ChannelKind;
  /** The id that names this delivery to the other side, the same at each attempt. */
  messageId(deliveryId: string): string;
  /** Must be over well before the lease ends. */
  send(delivery: Claimed<'deliveries'>): Promise<SendOutcome>;
}

export const LEAD_SENDERS = Symbol('LEAD_SENDERS');

@Injectable()
export class LeadSenders {
  private readonly byKind: ReadonlyMap<ChannelKind, LeadSender>;

  constructor(@Inject(LEAD_SENDERS) senders: readonly LeadSender[]) {
    this.byKind = new Map(senders.map((sender) => [sender.kind, sender]));
  }

  /** Throws for a kind that this version does not know; a newer copy will send it. */
  of(kind: ChannelKind): LeadSender {
    const sender = this.byKind.get(kind);
    if (!sender) throw new Error(`no sender for channels of kind '${kind}'`);
    return sender;
  }
}
