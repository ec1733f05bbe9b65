import type { Writable } from 'node:stream';

/** Lets everything that is written to the stream in the same moment leave as one packet. */
export function corkUntilNextTick(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
