import type { ChannelKind, OptionalChannelKind } from '@desk/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Channel, OptionalChannel } from './channel.js';
import { EmailChannel } from './email/email-channel.js';
import { SlackChannel } from './slack/slack-channel.js';
import { SmsChannel } from './sms/sms-channel.js';
import { WebhookChannel } from './webhook/webhook-channel.js';

const implementations = [EmailChannel, SmsChannel, SlackChannel, WebhookChannel];
const CHANNELS = Symbol('CHANNELS');

@Injectable()
export class ChannelRegistry {
  private readonly byKind: ReadonlyMap<ChannelKind, Channel>;

  constructor(@Inject(CHANNELS) channels: readonly Channel[]) {
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

export const channelProviders = [
  ...implementations,
  { provide: CHANNELS, useFactory: (...instances: Channel[]) => instances, inject: implementations },
  ChannelRegistry,
];
