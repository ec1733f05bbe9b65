import type { CommandClient } from '@desk/bullmq-transport';
import { listLiveFunnelKeys } from '@desk/contracts';

/** Shortest time between two reads. Limits what unknown keys cost lead-router, even from many networks. */
const MIN_INTERVAL_MS = 100;

/** The keys that are not revoked. One read answers for all unknown keys that arrive before it starts. */
export class LiveFunnelKeys {
  private keyHashes: ReadonlySet<string> = new Set();
  private readStartedAt = -Infinity;
  private nextRead: Promise<void> | undefined;

  constructor(private readonly commands: Pick<CommandClient, 'send'>) {}

  /** Whether there is such a key. Reads the keys again before it returns false. @throws what the command throws */
  async includes(keyHash: string): Promise<boolean> {
    if (this.keyHashes.has(keyHash)) return true;
    await (this.nextRead ??= this.read());
    return this.keyHashes.has(keyHash);
  }

  private async read(): Promise<void> {
    const waitMs = Math.max(0, this.readStartedAt + MIN_INTERVAL_MS - performance.now());
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
    // A later caller may have a key that is newer than this read, and needs another one.
    this.nextRead = undefined;
    this.readStartedAt = performance.now();
    this.keyHashes = new Set((await this.commands.send(listLiveFunnelKeys, {})).keyHashes);
  }
}
