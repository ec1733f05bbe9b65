import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ADMIN_CHANGES, ADMINS_LISTENING } from '@desk/contracts';
import { ChangeAnnouncer } from './change-announcer.js';

describe('ChangeAnnouncer', () => {
  const publish = jest.fn<(topic: string, id: string) => void>();
  let announceListener: () => void;
  let announcer: ChangeAnnouncer;
  const handle = (message: string, outcome: 'succeeded' | 'refused' | 'failed' = 'succeeded') =>
    announcer.onHandled({ message, outcome, durationMs: 1 });

  beforeEach(async () => {
    jest.useFakeTimers();
    publish.mockClear();
    announcer = new ChangeAnnouncer({
      publish,
      subscribe: (topic, handler) => {
        expect(topic).toBe(ADMINS_LISTENING);
        announceListener = () => handler('');
        return Promise.resolve();
      },
    });
    await announcer.start();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('publishes nothing while no admin listens', () => {
    handle('leads.accept');
    jest.advanceTimersByTime(60_000);
    announceListener();
    jest.advanceTimersByTime(30_001);
    handle('leads.accept');
    jest.advanceTimersByTime(60_000);
    expect(publish).not.toHaveBeenCalled();
  });

  it('publishes each change once, however many messages changed it', () => {
    announceListener();
    for (const message of ['leads.accept', 'leads.route-lead', 'billing.process-provider-event'])
      handle(message);
    jest.advanceTimersByTime(500);
    expect(publish.mock.calls).toEqual([[ADMIN_CHANGES, 'leads,payments,disputes']]);
    handle('leads.accept');
    jest.advanceTimersByTime(500);
    expect(publish).toHaveBeenLastCalledWith(ADMIN_CHANGES, 'leads');
  });

  it('publishes a change that no message made', () => {
    announcer.announce('deliveries');
    announceListener();
    announcer.announce('deliveries');
    jest.advanceTimersByTime(500);
    expect(publish.mock.calls).toEqual([[ADMIN_CHANGES, 'deliveries']]);
  });

  it('publishes failures, but neither reads nor refusals', () => {
    announceListener();
    handle('leads.list');
    handle('leads.withdraw', 'refused');
    jest.advanceTimersByTime(500);
    expect(publish).not.toHaveBeenCalled();
    handle('leads.accept', 'failed');
    jest.advanceTimersByTime(500);
    expect(publish.mock.calls).toEqual([[ADMIN_CHANGES, 'failed-messages']]);
  });
});
