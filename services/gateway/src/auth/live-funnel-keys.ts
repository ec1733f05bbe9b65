import type { CommandClient } from '@desk/bullmq-transport';
import { listLiveFunnelKeys } from '@desk/contracts';

/** What a flood of unknown keys, from however many networks, costs lead-router at most. */
const MIN_INTERVAL_MS = 100;

/** The keys that exist. One read answers for all unknown keys that are sent meanwhile. */
export class LiveFunnelKeys {
  private keyHashes: ReadonlySet<string> = new Set();
  private readStartedAt = -Infinity;
  private nextRead: Promise<void> | undefined;

  constructor(private readonly commands: Pick<CommandClient, 'send'>) {}

  /** Whether there is such a key. Reads the keys again before it says no. @throws what the command throws */
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
    // Whoever asks from now on may mean a key that this read does not see.
    this.nextRead = undefined;
    this.readStartedAt = performance.now();
    this.keyHashes = new Set((await this.commands.send(listLiveFunnelKeys, {})).keyHashes);
  }
}
