import { type ChannelChange, type ChannelState, resumableReasons } from '@desk/contracts';

interface StateColumns {
  readonly verifiedAt: Date | null;
  readonly pausedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly reviewSince: Date | null;
}

export function toChannelState({
  verifiedAt,
  pausedAt,
  disabledAt,
  reviewSince,
}: StateColumns): ChannelState {
  if (disabledAt) return 'disabled';
  if (!verifiedAt) return 'pending';
  return pausedAt || reviewSince ? 'paused' : 'active';
}

interface ChangedChannel {
  readonly state: ChannelState;
  readonly disabledReason: string | null;
  readonly needsReview: boolean;
}

/** Returns why the agent may not make this change; undefined if they may. One that changes nothing is allowed. */
export function findChangeProblem(
  change: ChannelChange,
  { state, disabledReason, needsReview }: ChangedChannel,
): 'CHANNEL_NEEDS_REVIEW' | 'CHANNEL_NEEDS_SET_UP' | undefined {
  if (change === 'remove' || change === 'keep') return undefined;
  if (needsReview) return 'CHANNEL_NEEDS_REVIEW';
  const isAllowed =
    state !== 'pending' &&
    (state !== 'disabled' || (change === 'resume' && resumableReasons.includes(disabledReason ?? '')));
  return isAllowed ? undefined : 'CHANNEL_NEEDS_SET_UP';
}
