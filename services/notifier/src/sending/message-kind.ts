import type { ChannelKind } from '@desk/contracts';

/** What is sent, which decides the lane: over a channel, or to a browser. */
export type MessageKind = ChannelKind | 'push';
