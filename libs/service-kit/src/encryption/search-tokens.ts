import { createCipheriv, type KeyObject } from 'node:crypto';

const BLOCK_BYTES = 16;
const MAX_TEXT_BYTES = 12;
const DOMAIN_BYTE = 12;
const LENGTH_BYTE = 13;

/** A short text of an index, such as three letters of a name. */
export interface SearchText {
  readonly text: string;
  /** 0 to 255. Equal texts of different domains have different tokens. */
  readonly domain: number;
}

/**
 * Returns the first 4 bytes of each text's AES block, as a signed integer. AES on single blocks is a pseudorandom
 * function, and one call encrypts all texts of a lead; HMAC would need one call for each.
 *
 * @throws RangeError for a text of more than 12 bytes
 */
export function computeSearchTokens(key: KeyObject, texts: readonly SearchText[]): number[] {
  const blocks = Buffer.alloc(texts.length * BLOCK_BYTES);
  texts.forEach(({ text, domain }, index) => {
    const start = index * BLOCK_BYTES;
    const length = Buffer.byteLength(text);
    if (length > MAX_TEXT_BYTES) throw new RangeError(`a search text has at most ${MAX_TEXT_BYTES} bytes`);
    blocks.write(text, start);
    blocks[start + DOMAIN_BYTE] = domain;
    // Without it a text that ends in NUL would equal the text without.
    blocks[start + LENGTH_BYTE] = length;
  });
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const encrypted = Buffer.concat([cipher.update(blocks), cipher.final()]);
  return texts.map((_text, index) => encrypted.readInt32BE(index * BLOCK_BYTES));
}
