import { ExpressAdapter } from '@nestjs/platform-express';
import type { Application } from 'express';
import type { RequestListener } from 'node:http';
import type { HttpEnv } from './http-settings.js';
import { createLimitedServer } from './limited-server.js';

/** Nest's adapter for Express creates its server without options, some of which cannot be set later. */
export class GatewayAdapter extends ExpressAdapter {
  constructor(private readonly env: HttpEnv) {
    super();
  }

  override initHttpServer(): void {
    const { env } = this;
    this.httpServer = createLimitedServer(
      {
        maxConnections: env.MAX_CONNECTIONS,
        maxConnectionsPerNetwork: env.MAX_CONNECTIONS_PER_NETWORK,
        isProxy: (address) => this.isProxy(address),
        headersTimeoutMs: env.HEADERS_TIMEOUT_SECONDS * 1_000,
        requestTimeoutMs: env.REQUEST_TIMEOUT_SECONDS * 1_000,
        keepAliveTimeoutMs: env.KEEP_ALIVE_SECONDS * 1_000,
      },
      this.getInstance<RequestListener>(),
    );
  }

  private isProxy(address: string): boolean {
    const trust = this.getInstance<Application>().get('trust proxy fn') as (
      address: string,
      hop: number,
    ) => boolean;
    return trust(address, 0);
  }
}
