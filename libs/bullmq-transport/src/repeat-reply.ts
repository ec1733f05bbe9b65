import { setTimeout as pause } from 'node:timers/promises';

const RETRY_DELAY_MS = 100;
/** A caller that lost its connection subscribes again within a second. One that is gone never does. */
const UNHEARD_MS = 3_000;
/** For a command without a deadline. */
const MAX_TRIES = 100;

/**
 * Repeats the reply alone while it can't be sent or nobody hears it: if the job failed, its handler would run again.
 *
 * @param reply returns whether somebody hears it
 */
export async function repeatReply(isLate: () => boolean, reply: () => Promise<boolean>): Promise<void> {
  const firstAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      const isHeard = await reply();
      if (isHeard || isLate() || performance.now() - firstAt > UNHEARD_MS) return;
    } catch (error) {
      if (isLate() || tries >= MAX_TRIES) throw error;
    }
    await pause(RETRY_DELAY_MS);
  }
}
