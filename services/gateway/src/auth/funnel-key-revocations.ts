import { Broadcast } from '@desk/bullmq-transport';
import { FUNNEL_KEY_REVOKED } from '@desk/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FunnelAuthenticator } from './funnel-authenticator.js';

/** Forgets a funnel key as soon as its revocation is broadcast. If that is lost, the cache forgets it within seconds. */
@Injectable()
export class FunnelKeyRevocations implements OnModuleInit {
  constructor(
    private readonly broadcast: Broadcast,
    private readonly funnels: FunnelAuthenticator,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcast.subscribe(FUNNEL_KEY_REVOKED, (keyHash) => this.funnels.forget(keyHash));
  }
}
