import { CommandClient } from '@desk/bullmq-transport';
import { listFunnelOrigins } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

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
      // So that pages can read that lead-router is busy.
      allowStaleOnFetchRejection: true,
      // Concurrent calls share one look-up.
      fetchMethod: async () => new Set((await commands.send(listFunnelOrigins, {})).origins),
    });
  }

  async includes(origin: string): Promise<boolean> {
    return (await this.cache.fetch(ALL))?.has(origin) ?? false;
  }
}
