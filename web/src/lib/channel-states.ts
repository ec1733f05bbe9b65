import type { ChannelState } from '@desk/contracts/notifications/channels.values';

export const channelStates: Readonly<
  Record<ChannelState, { label: string; tone: 'neutral' | 'brand' | 'money' | 'danger' }>
> = {
  active: { label: 'Active', tone: 'brand' },
  paused: { label: 'Paused', tone: 'neutral' },
  pending: { label: 'Not verified', tone: 'money' },
  disabled: { label: 'Turned off', tone: 'danger' },
};
