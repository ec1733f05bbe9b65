import { invalidParameter, missingParameter, type StripeApiError, unknownParameter } from './errors.js';
import type { FormTree, FormValue } from './form-body.js';
import type { Metadata } from './objects.js';

const MAX_TEXT = 5_000;

/**
 * Reads the parameters of one request. A handler reads every parameter it supports and then calls `done`, which
 * rejects the others, so that a misspelled parameter fails here as it does at the provider.
 */
export class Params {
  private readonly readKeys = new Set<string>();
  private readonly children: Params[] = [];

  constructor(
    private readonly tree: FormTree,
    private readonly prefix = '',
  ) {}

  private name(key: string): string {
    return this.prefix === '' ? key : `${this.prefix}[${key}]`;
  }

  private invalid(key: string, message: string, code?: string): StripeApiError {
    return invalidParameter(this.name(key), message, code);
  }

  private read(key: string): FormValue | undefined {
    this.readKeys.add(key);
    return this.tree[key];
  }

  /** Returns undefined if absent, and an empty string if the caller unsets the field. */
  text(key: string, max = MAX_TEXT): string | undefined {
    const value = this.read(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw this.invalid(key, `Invalid string: ${this.name(key)}`);
    if (value.length > max)
      throw this.invalid(key, `Invalid ${this.name(key)}: longer than ${max} characters`);
    return value;
  }

  required(key: string): string {
    const value = this.text(key);
    if (value === undefined || value === '') throw missingParameter(this.name(key));
    return value;
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const value = this.text(key);
    const match = allowed.find((option) => option === value);
    if (value !== undefined && match === undefined)
      throw this.invalid(key, `Invalid ${this.name(key)}: must be one of ${allowed.join(', ')}`);
    return match;
  }

  integer(key: string): number | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(value))
      throw this.invalid(key, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    return Number(value);
  }

  flag(key: string): boolean | undefined {
    const value = this.oneOf(key, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  child(key: string): Params | undefined {
    const value = this.read(key);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw this.invalid(key, `Invalid object: ${this.name(key)}`);
    const child = new Params(value, this.name(key));
    this.children.push(child);
    return child;
  }

  list(key: string): string[] {
    const value = this.read(key);
    if (value === undefined || value === '') return [];
    if (typeof value === 'string') throw this.invalid(key, 'Invalid array');
    return Object.values(value).map((item) => {
      if (typeof item !== 'string') throw this.invalid(key, 'Invalid array');
      return item;
    });
  }

  /** Merges the given metadata into `current`. An empty value removes its key. */
  metadata(current: Metadata = {}): Metadata {
    const value = this.read('metadata');
    if (value === undefined) return current;
    if (value === '') return {};
    if (typeof value === 'string') throw invalidParameter('metadata', 'Invalid object: metadata');
    const next = new Map(Object.entries(current));
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string' || text.length > 500 || key.length > 40)
        throw invalidParameter(
          `metadata[${key}]`,
          'Metadata keys can have up to 40 and values up to 500 characters.',
        );
      if (text === '') next.delete(key);
      else next.set(key, text);
    }
    if (next.size > 50) throw invalidParameter('metadata', 'You can have at most 50 metadata keys.');
    return Object.fromEntries(next);
  }

  done(): void {
    for (const key of Object.keys(this.tree))
      if (!this.readKeys.has(key)) throw unknownParameter(this.name(key));
    for (const child of this.children) child.done();
  }
}
