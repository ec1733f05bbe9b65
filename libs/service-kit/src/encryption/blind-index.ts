import { createHmac, type KeyObject } from 'node:crypto';
import { deriveKey, type NamedKey } from '@desk/bullmq-transport';

/** A text whose hash finds rows. */
export interface IndexedText<Field extends string> {
  readonly field: Field;
  readonly text: string;
}

/**
 * Keyed hashes that find rows by their encrypted texts (ADR 27): the first 64 bits of an HMAC-SHA-256, as a signed
 * decimal number for a `bigint[]`. Every field has its own key, so equal texts of two fields have different hashes.
 */
export class BlindIndex<Field extends string> {
  private readonly keys: ReadonlyMap<Field, readonly KeyObject[]>;

  /**
   * Rows are stored with hashes under the first data key, and searched under all of them. `table` is part of the
   * derived keys.
   */
  constructor(dataKeys: readonly NamedKey[], table: string, fields: readonly Field[]) {
    const derive = (field: Field): KeyObject[] =>
      dataKeys.map((key) => deriveKey(key, `blind index 1: ${table} ${field}`));
    this.keys = new Map(fields.map((field) => [field, derive(field)]));
  }

  /** Returns the hashes that a row stores, sorted so that they do not reveal the order of the texts. */
  toStored(texts: readonly IndexedText<Field>[]): string[] {
    return [...new Set(texts.flatMap(({ field, text }) => this.hash(field, text).slice(0, 1)))].sort();
  }

  /** Returns the texts' hashes under every key. A row with one of the texts stores one of these hashes. */
  toSearched(texts: readonly IndexedText<Field>[]): string[] {
    return texts.flatMap(({ field, text }) => this.hash(field, text));
  }

  private hash(field: Field, text: string): string[] {
    return (this.keys.get(field) ?? []).map((key) =>
      createHmac('sha256', key).update(text).digest().readBigInt64BE().toString(),
    );
  }
}
