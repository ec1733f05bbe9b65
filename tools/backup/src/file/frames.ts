import { BackupError } from '../backup-error.js';

const PREFIX_BYTES = 5;

/** Puts the kind and the length before the payload, so that `readFrames` can split a stream into its frames. */
export function toFrame(kind: number, payload: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(kind);
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

/** @throws BackupError if a frame is longer than allowed, or the last one is cut off */
export async function* readFrames(
  source: AsyncIterable<Buffer>,
  maxBytes = Infinity,
): AsyncGenerator<{ readonly kind: number; readonly payload: Buffer }, void> {
  let waiting = Buffer.alloc(0);
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data]);
    while (waiting.length >= PREFIX_BYTES) {
      const length = waiting.readUInt32BE(1);
      if (length > maxBytes) throw new BackupError('The backup is damaged or was changed.');
      const end = PREFIX_BYTES + length;
      if (waiting.length < end) break;
      yield { kind: waiting.readUInt8(), payload: waiting.subarray(PREFIX_BYTES, end) };
      waiting = waiting.subarray(end);
    }
  }
  if (waiting.length > 0) throw new BackupError('The backup is incomplete, or something follows its end.');
}
