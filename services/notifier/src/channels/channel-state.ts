import { type ChannelChange, type ChannelState, resumableReasons } from '@desk/contracts';

interface StateColumns {
  readonly verifiedAt: Date | null;
  readonly pausedAt: Date | null;
  readonly disabledAt: Date | null;
}

export function toChannelState({ verifiedAt, pausedAt, disabledAt }: StateColumns): ChannelState {
  if (disabledAt) return 'disabled';
  if (!verifiedAt) return 'pending';
  return pausedAt ? 'paused' : 'active';
}

/** Whether the agent may make this change. One that changes nothing is allowed. */
export function isChangeAllowed(
  change: ChannelChange,
  { state, disabledReason }: { readonly state: ChannelState; readonly disabledReason: string | null },
): boolean {
  if (change === 'remove') return true;
  if (state === 'pending') return false;
  return change === 'pause'
    ? state !== 'disabled'
    : state !== 'disabled' || resumableReasons.includes(disabledReason ?? '');
}
