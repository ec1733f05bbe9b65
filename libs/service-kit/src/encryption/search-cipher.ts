import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import type { DataKey } from './data-key.js';
import { computeSearchTokens } from './search-tokens.js';
import { applyKeystream } from './row-keystream.js';
import type { SearchableText } from './searchable-text.js';
import { type PieceKind, pieceKinds, piecesOfPattern, piecesOfText, type TextPiece } from './text-pieces.js';

const BLOCK_BYTES = 16;
/** A readable text of an earlier release begins with a blank instead. */
const VERSION = 1;
const KEY_TAG_BYTES = 3;
const NONCE_START = 1 + KEY_TAG_BYTES;
const SIGNATURE_START = BLOCK_BYTES;
const SIGNATURE_BITS = 256;
const HEADER_BYTES = SIGNATURE_START + SIGNATURE_BITS / 8;
/** Two lengths before the encrypted text: of the name in UTF-16 units, and of the text in bytes. */
const LENGTHS_BYTES = 4;

/** What a row stores of a text. */
export interface EncryptedSearchText {
  /** Sorted, so that they do not show the order of the text. */
  readonly tokens: readonly number[];
  readonly encryptedText: Buffer;
}

/** Finds texts under one key. */
export interface PatternSearch {
  /** First bytes of every text that is encrypted with the key. */
  readonly prefix: Buffer;
  /** The tokens that every text has which contains the pattern. A blank in the pattern is the border of a word. */
  readonly toTokens: (pattern: string) => number[];
  /** The bits, counted from the beginning of the encrypted text, that are set in each of these texts, and in others. */
  readonly toBits: (pattern: string) => number[];
}

interface SearchKey {
  readonly prefix: Buffer;
  readonly text: KeyObject;
  readonly tokens: KeyObject;
}

interface PlacedRow {
  readonly row: Buffer;
  readonly place: number;
}

/** The token of the same piece differs between a name and a whole text. */
const scopes = ['text', 'name'] as const;
export type SearchScope = (typeof scopes)[number];
const kinds = Object.values(pieceKinds);

/**
 * Encrypts searchable texts, and computes the tokens by which they are looked up (ADR 27).
 *
 * Texts are encrypted so that thousands of rows can be decrypted in milliseconds: AES-256 in counter mode, with the
 * counter blocks of all rows in one call of the cipher. They are not authenticated. Searches only select rows by them;
 * what is shown is decrypted by `DataCipher`.
 *
 * Format: version, first 3 bytes of the key id's SHA-256, 12-byte nonce, 256-bit signature, encrypted blocks. Each piece
 * of the text sets one bit of the signature, so that a scan decrypts few rows that do not match.
 */
export class SearchCipher {
  private readonly keys: readonly SearchKey[];
  private readonly current: SearchKey;

  /** The first key encrypts, all of them decrypt. */
  constructor(dataKeys: readonly DataKey[]) {
    this.keys = dataKeys.map(({ id, searchTokens, searchableTexts }) => ({
      prefix: toPrefix(id),
      tokens: searchTokens,
      text: searchableTexts,
    }));
    const [first] = this.keys;
    if (!first) throw new Error('data keys are missing');
    this.current = first;
    if (new Set(this.keys.map(({ prefix }) => prefix.toString('hex'))).size < this.keys.length)
      throw new Error('the ids of two data keys have the same tag; rename one of them');
  }

  static isEncrypted(stored: Buffer): boolean {
    return stored[0] === VERSION;
  }

  /** Encrypts a text under the current key. */
  encrypt({ name, text }: SearchableText): EncryptedSearchText {
    const length = Buffer.byteLength(text);
    const blocks = Math.ceil((LENGTHS_BYTES + length) / BLOCK_BYTES);
    const row = Buffer.alloc(HEADER_BYTES + blocks * BLOCK_BYTES);
    this.current.prefix.copy(row);
    randomBytes(SIGNATURE_START - NONCE_START).copy(row, NONCE_START);
    row.writeUInt16BE(name.length, HEADER_BYTES);
    row.writeUInt16BE(length, HEADER_BYTES + 2);
    row.write(text, HEADER_BYTES + LENGTHS_BYTES);
    applyKeystream(this.current.text, row, { headerBytes: HEADER_BYTES, rowLengths: [row.length] });
    const textTokens = computeTokens(this.current, 'text', piecesOfText(text));
    const nameTokens = computeTokens(this.current, 'name', piecesOfText(name));
    for (const bit of textTokens.map(toBit)) row[bit >> 3] = (row[bit >> 3] ?? 0) | (1 << (bit & 7));
    return {
      tokens: [...new Set([...textTokens, ...nameTokens])].sort((one, two) => one - two),
      encryptedText: row,
    };
  }

  /**
   * Decrypts many rows at once, in their order.
   * @throws Error if a key is not configured
   */
  decrypt(rows: readonly Buffer[]): SearchableText[] {
    const texts = new Array<SearchableText>(rows.length);
    for (const [key, group] of this.groupByKey(rows)) {
      const bytes = Buffer.concat(group.map(({ row }) => row));
      applyKeystream(key.text, bytes, {
        headerBytes: HEADER_BYTES,
        rowLengths: group.map(({ row }) => row.length),
      });
      let start = HEADER_BYTES;
      for (const { row, place } of group) {
        const textStart = start + LENGTHS_BYTES;
        const text = bytes.toString('utf8', textStart, textStart + bytes.readUInt16BE(start + 2));
        texts[place] = { name: text.slice(0, bytes.readUInt16BE(start)), text };
        start += row.length;
      }
    }
    return texts;
  }

  /** Returns one search per key, the current one first. */
  patternSearches(scope: SearchScope): PatternSearch[] {
    return this.keys.map((key) => {
      const toTokens = (pattern: string): number[] => computeTokens(key, scope, piecesOfPattern(pattern));
      return {
        prefix: key.prefix,
        toTokens,
        toBits: (pattern) => [...new Set(toTokens(pattern).map(toBit))],
      };
    });
  }

  private groupByKey(rows: readonly Buffer[]): Map<SearchKey, PlacedRow[]> {
    const groups = new Map<SearchKey, PlacedRow[]>();
    rows.forEach((row, place) => {
      const key = this.keyOf(row);
      const group = groups.get(key);
      if (group) group.push({ row, place });
      else groups.set(key, [{ row, place }]);
    });
    return groups;
  }

  private keyOf(row: Buffer): SearchKey {
    if (row[0] !== VERSION || row.length % BLOCK_BYTES !== 0 || row.length <= HEADER_BYTES)
      throw new Error('this is not an encrypted text');
    const key = this.keys.find(
      ({ prefix }) => prefix[1] === row[1] && prefix[2] === row[2] && prefix[3] === row[3],
    );
    if (!key) throw new Error('the text was encrypted with an unknown data key');
    return key;
  }
}

const toPrefix = (keyId: string): Buffer =>
  Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(keyId).digest().subarray(0, KEY_TAG_BYTES)]);

/** Number of the piece's bit as the database's `get_bit` counts. */
const toBit = (token: number): number => SIGNATURE_START * 8 + (token & (SIGNATURE_BITS - 1));

const computeTokens = ({ tokens }: SearchKey, scope: SearchScope, pieces: ReadonlySet<TextPiece>): number[] =>
  computeSearchTokens(
    tokens,
    Array.from(pieces, (piece) => ({
      text: piece.slice(1),
      domain: scopes.indexOf(scope) * kinds.length + kinds.indexOf(piece.charAt(0) as PieceKind),
    })),
  );
