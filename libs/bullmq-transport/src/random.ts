import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;

/** Returns `size` cryptographically random bytes, at most 4096. Drawn in bulk, since each message needs a few. */
export function randomBytesPooled(size: number): Buffer {
  if (used + size > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Buffer.from(pool.subarray(used, used + size));
  used += size;
  return bytes;
}
