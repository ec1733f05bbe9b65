const MAX_COPIES = 5;
const LOST_SHARE = 0.4;

/** A generator with a period of 2^32 (mulberry32), so that a failed run can be repeated from its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Loses some events and delivers the others one to five times each, in any order, several at a time. */
export async function deliverUnreliably<E>(
  events: readonly E[],
  random: () => number,
  deliver: (event: E) => Promise<unknown>,
): Promise<void> {
  const copies = events
    .filter(() => random() >= LOST_SHARE)
    .flatMap((event) => Array.from({ length: 1 + Math.floor(random() * MAX_COPIES) }, () => event))
    .map((event) => ({ event, place: random() }))
    .toSorted((a, b) => a.place - b.place);
  const waiting = [...copies];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await deliver(next.event);
  };
  await Promise.all([work(), work(), work()]);
}
