import { createCipheriv, type KeyObject } from 'node:crypto';

const BLOCK_BYTES = 16;
const WORD_BYTES = 4;
const BLOCK_WORDS = BLOCK_BYTES / WORD_BYTES;

export interface RowLayout {
  /** A multiple of 16. Stays as it is; its first 16 bytes end with the 12-byte nonce of the row. */
  readonly headerBytes: number;
  /** Multiples of 16, header included. */
  readonly rowLengths: readonly number[];
}

/**
 * Encrypts or decrypts rows that stand one after the other in `bytes`, in place, with AES-256 in counter mode. The
 * counter blocks of all rows go through the cipher in one call: a call for each row would take ten times as long. A
 * counter block is the block's number, little-endian, and the nonce.
 */
export function applyKeystream(key: KeyObject, bytes: Buffer, { headerBytes, rowLengths }: RowLayout): void {
  const words = toWords(bytes);
  const counters = new Int32Array(words.length);
  let start = 0;
  for (const length of rowLengths) {
    const end = start + length / WORD_BYTES;
    for (let word = start + headerBytes / WORD_BYTES; word < end; word += BLOCK_WORDS) {
      counters[word] = (word - start) / BLOCK_WORDS;
      counters[word + 1] = words[start + 1] ?? 0;
      counters[word + 2] = words[start + 2] ?? 0;
      counters[word + 3] = words[start + 3] ?? 0;
    }
    start = end;
  }
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const stream = toWords(cipher.update(Buffer.from(counters.buffer)));
  start = 0;
  for (const length of rowLengths) {
    const end = start + length / WORD_BYTES;
    for (let word = start + headerBytes / WORD_BYTES; word < end; word += 1)
      words[word] = (words[word] ?? 0) ^ (stream[word] ?? 0);
    start = end;
  }
}

/** Buffers are aligned to words. */
const toWords = ({ buffer, byteOffset, length }: Buffer): Int32Array =>
  new Int32Array(buffer, byteOffset, length / WORD_BYTES);
