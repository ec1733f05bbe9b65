import { channelStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isChangeAllowed, toChannelState } from './channel-state.js';

const at = new Date(0);
const no = { verifiedAt: null, pausedAt: null, disabledAt: null };

describe('the state of a channel', () => {
  it('is that of the strongest reason not to use it', () => {
    expect(toChannelState(no)).toBe('pending');
    expect(toChannelState({ ...no, verifiedAt: at })).toBe('active');
    expect(toChannelState({ ...no, verifiedAt: at, pausedAt: at })).toBe('paused');
    expect(toChannelState({ verifiedAt: at, pausedAt: at, disabledAt: at })).toBe('disabled');
  });

  it('can always be ended by its agent', () => {
    for (const state of channelStates)
      expect(isChangeAllowed('remove', { state, disabledReason: 'OPTED_OUT' })).toBe(true);
  });

  it('cannot be paused or resumed before it is verified', () => {
    expect(isChangeAllowed('pause', { state: 'pending', disabledReason: null })).toBe(false);
    expect(isChangeAllowed('resume', { state: 'pending', disabledReason: null })).toBe(false);
  });

  it('can be resumed after we disabled it only if its agent may have put the reason right', () => {
    const resume = (disabledReason: string) =>
      isChangeAllowed('resume', { state: 'disabled', disabledReason });
    expect(resume('FAILING_FOR_DAYS')).toBe(true);
    expect(resume('DESTINATION_GONE')).toBe(true);
    expect(resume('OPTED_OUT')).toBe(false);
    expect(resume('ACCESS_REVOKED')).toBe(false);
  });
});
