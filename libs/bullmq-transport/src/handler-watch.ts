import { TimeoutError, withTimeout } from '@desk/timing';

/** The handler did not finish in time. It may still be running. */
export class HandlerTimeoutError extends Error {
  override readonly name = 'HandlerTimeoutError';

  constructor(timeoutMs: number) {
    super(`the handler did not finish within ${timeoutMs} ms`);
  }
}

/**
 * Gives up on handlers that hang, so that another copy can repeat the message: without this, BullMQ would renew the
 * job's lock forever.
 */
export class HandlerWatch {
  /** When each overdue handler that still runs should have finished. */
  private readonly overdueSince = new Set<{ readonly at: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws HandlerTimeoutError */
  async run<T>(timeoutMs: number, work: () => Promise<T>): Promise<T> {
    const state: { isSettled: boolean; overdue?: { readonly at: number } } = { isSettled: false };
    const running = work().finally(() => {
      state.isSettled = true;
      if (state.overdue) this.overdueSince.delete(state.overdue);
    });
    try {
      return await withTimeout(running, timeoutMs);
    } catch (error) {
      // The work itself may fail with a timeout of something it called.
      if (state.isSettled || !(error instanceof TimeoutError)) throw error;
      state.overdue = { at: this.now() };
      this.overdueSince.add(state.overdue);
      throw new HandlerTimeoutError(timeoutMs);
    }
  }

  /** For how long the handler that hangs longest has been overdue; 0 if none hangs. */
  get longestOverdueMs(): number {
    const [oldest] = this.overdueSince;
    return oldest ? this.now() - oldest.at : 0;
  }
}
