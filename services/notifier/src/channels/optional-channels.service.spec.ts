import { type ChannelChange, channelStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { findChangeProblem, toChannelState } from './optional-channels.service.js';

const at = new Date(0);
const no = { verifiedAt: null, pausedAt: null, disabledAt: null, reviewSince: null };

describe('the state of a channel', () => {
  it('reflects the strongest reason not to use it', () => {
    expect(toChannelState(no)).toBe('pending');
    expect(toChannelState({ ...no, verifiedAt: at })).toBe('active');
    expect(toChannelState({ ...no, verifiedAt: at, pausedAt: at })).toBe('paused');
    expect(toChannelState({ ...no, verifiedAt: at, reviewSince: at })).toBe('paused');
    expect(toChannelState({ ...no, verifiedAt: at, pausedAt: at, disabledAt: at })).toBe('disabled');
  });

  const reviewed = { needsReview: false, disabledReason: null } as const;

  it('can always be ended by its agent', () => {
    for (const state of channelStates)
      for (const needsReview of [true, false])
        expect(
          findChangeProblem('remove', { state, disabledReason: 'OPTED_OUT', needsReview }),
        ).toBeUndefined();
  });

  it('cannot be paused or resumed before it is verified', () => {
    expect(findChangeProblem('pause', { ...reviewed, state: 'pending' })).toBe('CHANNEL_NEEDS_SET_UP');
    expect(findChangeProblem('resume', { ...reviewed, state: 'pending' })).toBe('CHANNEL_NEEDS_SET_UP');
  });

  it('can be resumed after we disabled it only if its agent may have put the reason right', () => {
    const resume = (disabledReason: string) =>
      findChangeProblem('resume', { state: 'disabled', disabledReason, needsReview: false });
    expect(resume('FAILING_FOR_DAYS')).toBeUndefined();
    expect(resume('DESTINATION_GONE')).toBeUndefined();
    expect(resume('OPTED_OUT')).toBe('CHANNEL_NEEDS_SET_UP');
    expect(resume('ACCESS_REVOKED')).toBe('CHANNEL_NEEDS_SET_UP');
  });

  it('cannot be paused or resumed while it awaits a review, only kept or removed', () => {
    const change = (name: ChannelChange) =>
      findChangeProblem(name, { state: 'paused', disabledReason: null, needsReview: true });
    expect(change('pause')).toBe('CHANNEL_NEEDS_REVIEW');
    expect(change('resume')).toBe('CHANNEL_NEEDS_REVIEW');
    expect(change('keep')).toBeUndefined();
  });
});
