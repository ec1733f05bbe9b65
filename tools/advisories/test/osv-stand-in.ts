import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Advisory } from '../src/osv-client.js';

interface Query {
  package: { name: string; ecosystem: string };
  version: string;
  page_token?: string;
}

/** Answers as OSV.dev documents it: two ids on each page. */
export class OsvStandIn {
  /** Answers every request with this status. */
  failingStatus: number | undefined;
  /** Never answers requests to paths that begin with this. */
  silentPath: string | undefined;
  readonly advisories = new Map<string, Advisory>();
  /** Ids by `name version`. */
  readonly ids = new Map<string, readonly string[]>();
  readonly batchSizes: number[] = [];

  private readonly server = createServer((request, response) => {
    if (this.silentPath !== undefined && request.url?.startsWith(this.silentPath)) return;
    this.answer(request).then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      () => response.writeHead(500).end(),
    );
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    if (this.failingStatus !== undefined) return { status: this.failingStatus, body: '{}' };
    if (request.url === '/v1/querybatch') {
      const { queries } = (await json(request)) as { queries: Query[] };
      this.batchSizes.push(queries.length);
      return { status: 200, body: JSON.stringify({ results: queries.map((query) => this.findPage(query)) }) };
    }
    const id = decodeURIComponent(/^\/v1\/vulns\/(.+)$/.exec(request.url ?? '')?.[1] ?? '');
    const advisory = this.advisories.get(id);
    return advisory ? { status: 200, body: JSON.stringify(advisory) } : { status: 404, body: '{"code":5}' };
  }

  private findPage({ package: { name }, version, page_token: token }: Query): object {
    const all = this.ids.get(`${name} ${version}`) ?? [];
    const start = Number(token ?? 0);
    const vulns = all.slice(start, start + 2).map((id) => ({ id, modified: '2026-01-01T00:00:00Z' }));
    if (vulns.length === 0) return {};
    return { vulns, ...(start + 2 < all.length && { next_page_token: String(start + 2) }) };
  }
}
