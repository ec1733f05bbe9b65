import type { ChannelKind, OptionalChannelKind } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Channel, OptionalChannel } from './channel.js';
import { EmailChannel } from './email/email-channel.js';
import { SlackChannel } from './slack/slack-channel.js';
import { SmsChannel } from './sms/sms-channel.js';
import { WebhookChannel } from './webhook/webhook-channel.js';

@Injectable()
export class ChannelRegistry {
  private readonly byKind: ReadonlyMap<ChannelKind, Channel>;

  constructor(email: EmailChannel, sms: SmsChannel, slack: SlackChannel, webhook: WebhookChannel) {
    const channels: readonly Channel[] = [email, sms, slack, webhook];
    this.byKind = new Map(channels.map((channel) => [channel.kind, channel]));
  }

  /** Throws for a kind that only a newer release knows; a copy of that release will send the message. */
  get(kind: ChannelKind): Channel {
    const channel = this.byKind.get(kind);
    if (!channel) throw new Error(`no channel of kind '${kind}'`);
    return channel;
  }

  getOptional(kind: OptionalChannelKind): OptionalChannel {
    return this.get(kind) as OptionalChannel;
  }
}
