import { createCipheriv, createDecipheriv } from 'node:crypto';
import { BackupError } from '../backup-error.js';
import { readFrames, toFrame } from './frames.js';

/**
 * AES-256-GCM over chunks (the STREAM construction): the nonce counts the chunks and marks the last one. So no chunk
 * can be changed, left out, repeated or reordered, and the end cannot be cut off.
 */
const CHUNK_BYTES = 64 * 1_024;
const TAG_BYTES = 16;

const toNonce = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
};

function seal(data: Buffer, key: Buffer, index: number, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, toNonce(index, isLast));
  return toFrame(isLast ? 1 : 0, Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()]));
}

function open(sealed: Buffer, key: Buffer, index: number, isLast: boolean): Buffer {
  try {
    const tagAt = sealed.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, toNonce(index, isLast));
    decipher.setAuthTag(sealed.subarray(tagAt));
    return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()]);
  } catch (cause) {
    throw new BackupError(`The backup is damaged or was changed, in part ${index + 1}.`, { cause });
  }
}

/** Encrypts a stream. The last chunk may be empty. */
export async function* sealChunks(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let index = 0;
  let waiting = Buffer.alloc(0);
  for await (const data of source) {
    waiting = Buffer.concat([waiting, data]);
    // Always holds back some data, because only the end of the source shows which chunk is the last.
    while (waiting.length > CHUNK_BYTES) {
      yield seal(waiting.subarray(0, CHUNK_BYTES), key, index++, false);
      waiting = waiting.subarray(CHUNK_BYTES);
    }
  }
  yield seal(waiting, key, index, true);
}

/**
 * Decrypts what `sealChunks` made. Yields nothing that was not verified.
 * @throws BackupError if a chunk was changed or the end is missing
 */
export async function* openChunks(source: AsyncIterable<Buffer>, key: Buffer): AsyncGenerator<Buffer> {
  let index = 0;
  let isComplete = false;
  for await (const { kind, payload } of readFrames(source, CHUNK_BYTES + TAG_BYTES)) {
    if (isComplete) throw new BackupError('The backup is damaged: something follows its end.');
    isComplete = kind === 1;
    yield open(payload, key, index++, isComplete);
  }
  if (!isComplete) throw new BackupError('The backup is incomplete: its end is missing.');
}
