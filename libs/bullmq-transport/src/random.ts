import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;

/** `size` bytes (at most 4096) from the system's source of chance, drawn in bulk: each message needs a few. */
export function someRandom(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  used += size;
  return bytes;
}
