import { CommandClient } from '@desk/bullmq-transport';
import { listFunnelOrigins } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Lets a page of this origin read the response. Caches keep a response for each origin. */
export function addCorsHeaders(response: Response, origin: string): void {
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'retry-after');
  response.vary('Origin');
}

const TTL_MS = 5_000;
const ALL = 'all';

/** The origins whose pages some funnel lets post. A browser asks before it sends the funnel's key. */
@Injectable()
export class FunnelOrigins {
  private readonly cache: LRUCache<typeof ALL, ReadonlySet<string>>;

  constructor(commands: CommandClient) {
    this.cache = new LRUCache<typeof ALL, ReadonlySet<string>>({
      max: 1,
      ttl: TTL_MS,
      // Concurrent calls share one look-up.
      fetchMethod: async () => new Set((await commands.send(listFunnelOrigins, {})).origins),
    });
  }

  async includes(origin: string): Promise<boolean> {
    return (await this.cache.fetch(ALL))?.has(origin) ?? false;
  }
}
