import type { ChannelState } from '@desk/contracts/notifications/channels.values';
import type { Tone } from './tone';

export const channelStates: Readonly<Record<ChannelState, { label: string; tone: Tone }>> = {
  active: { label: 'Active', tone: 'brand' },
  paused: { label: 'Paused', tone: 'neutral' },
  pending: { label: 'Not verified', tone: 'money' },
  disabled: { label: 'Turned off', tone: 'danger' },
};
