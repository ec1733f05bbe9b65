import { channelKinds } from '@desk/contracts';

/** What is sent, which decides the lane: over a channel, or to a browser. */
export const messageKinds = [...channelKinds, 'push'] as const;
export type MessageKind = (typeof messageKinds)[number];
