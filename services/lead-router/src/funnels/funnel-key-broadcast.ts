import { Broadcast } from '@desk/bullmq-transport';
import { FUNNEL_KEY_REVOKED } from '@desk/contracts';
import { Injectable } from '@nestjs/common';

/** Makes gateways look keys up again. */
@Injectable()
export class FunnelKeyBroadcast {
  constructor(private readonly broadcast: Broadcast) {}

  /** Best-effort wake-up: gateways look keys up again within seconds, and lead-router checks each post itself. */
  async forget(keyHashes: readonly string[]): Promise<void> {
    await Promise.all(
      keyHashes.map((keyHash) => this.broadcast.send(FUNNEL_KEY_REVOKED, keyHash).catch(() => undefined)),
    );
  }
}
