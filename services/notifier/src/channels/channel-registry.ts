import { type ChannelKind, type OptionalChannelKind } from '@desk/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Channel, OptionalChannel } from './channel.js';

export const CHANNELS = Symbol('CHANNELS');

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
