import pLimit from 'p-limit';
import type { Package } from './packages.js';

/** The part of a record of https://ossf.github.io/osv-schema that decisions need. */
export interface Advisory {
  readonly id: string;
  readonly summary?: string;
  readonly aliases?: readonly string[];
  /** What a distribution's record is about: `DEBIAN-CVE-…` names its CVE here. */
  readonly upstream?: readonly string[];
  readonly withdrawn?: string;
  readonly severity?: readonly Severity[];
  readonly affected?: readonly Affected[];
  readonly database_specific?: { readonly severity?: string };
}
export interface Severity {
  readonly type: string;
  readonly score: string;
}
export interface Affected {
  readonly package?: { readonly ecosystem: string; readonly name: string };
  readonly severity?: readonly Severity[];
  readonly ranges?: readonly { readonly events?: readonly { readonly fixed?: string }[] }[];
  readonly ecosystem_specific?: { readonly urgency?: string; readonly severity?: string };
}

/** The database did not answer as documented. Says why in one line. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

export interface OsvOptions {
  readonly baseUrl: string;
  /** How long to wait for the first answer, which shows whether the database can be reached at all. */
  readonly checkTimeoutMs: number;
  readonly timeoutMs: number;
}

interface BatchAnswer {
  readonly results?: readonly ({
    readonly vulns?: readonly { readonly id: string }[];
    readonly next_page_token?: string;
  } | null)[];
}

const MAX_QUERIES = 1_000;
const MAX_PAGES = 20;
const CONCURRENT_REQUESTS = 8;

/** Asks the public advisory database OSV.dev. */
export class OsvClient {
  constructor(private readonly options: OsvOptions) {}

  /** @throws DatabaseError if the database cannot be reached */
  async check(): Promise<void> {
    const query = { package: { ecosystem: 'npm', name: 'npm' }, version: '0.0.0' };
    await this.request('/v1/querybatch', this.options.checkTimeoutMs, { queries: [query] });
  }

  /** Returns the ids of the advisories that apply to each package. */
  async query(packages: readonly Package[]): Promise<Map<Package, string[]>> {
    const ids = new Map<Package, string[]>(packages.map((one) => [one, []]));
    let pending = packages.map((one) => ({ one, pageToken: undefined as string | undefined }));
    for (let page = 0; pending.length > 0; page += 1) {
      if (page === MAX_PAGES) throw new DatabaseError('the advisory database returned too many pages');
      const next: typeof pending = [];
      for (let start = 0; start < pending.length; start += MAX_QUERIES) {
        const part = pending.slice(start, start + MAX_QUERIES);
        const results = await this.queryBatch(part);
        part.forEach(({ one }, index) => {
          const { vulns = [], next_page_token: pageToken } = results[index] ?? {};
          ids.get(one)?.push(...vulns.map(({ id }) => id));
          if (pageToken) next.push({ one, pageToken });
        });
      }
      pending = next;
    }
    return ids;
  }

  /** Returns the records with these ids. */
  async load(ids: readonly string[]): Promise<Map<string, Advisory>> {
    const limit = pLimit(CONCURRENT_REQUESTS);
    const unique = [...new Set(ids)];
    const records = await Promise.all(unique.map((id) => limit(() => this.loadOne(id))));
    return new Map(unique.flatMap((id, index) => (records[index] ? [[id, records[index]] as const] : [])));
  }

  private async queryBatch(queries: readonly { one: Package; pageToken: string | undefined }[]) {
    const body = {
      queries: queries.map(({ one: { name, ecosystem, version }, pageToken }) => ({
        package: { name, ecosystem },
        version,
        ...(pageToken && { page_token: pageToken }),
      })),
    };
    const { results } = (await this.request('/v1/querybatch', this.options.timeoutMs, body)) as BatchAnswer;
    if (results?.length !== queries.length)
      throw new DatabaseError('the advisory database left packages unanswered');
    return results;
  }

  /** Returns undefined for an id that the database does not have, such as a CVE without a record. */
  private async loadOne(id: string): Promise<Advisory | undefined> {
    const path = `/v1/vulns/${encodeURIComponent(id)}`;
    return (await this.request(path, this.options.timeoutMs)) as Advisory | undefined;
  }

  private async request(path: string, timeoutMs: number, body?: object): Promise<unknown> {
    try {
      const response = await fetch(new URL(path, this.options.baseUrl), {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 404 && !body) return undefined;
      if (!response.ok) throw new DatabaseError(`the advisory database answered ${response.status}`);
      return await response.json();
    } catch (error) {
      if (error instanceof DatabaseError) throw error;
      throw new DatabaseError(describeFailure(error, timeoutMs));
    }
  }
}

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return `the advisory database did not answer within ${timeoutMs / 1_000} s`;
  if (name === 'SyntaxError') return 'the advisory database did not answer with JSON';
  return `the advisory database cannot be reached${cause?.code ? ` (${cause.code})` : ''}`;
}
