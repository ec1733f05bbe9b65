import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import { authenticateFunnel, DomainError } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** A key that was revoked is refused within this time here, and at once by the lead-router on the lead itself. */
const REMEMBER_MS = 5_000;
const REMEMBER_AT_MOST = 10_000;

interface Remembered {
  readonly funnelId: string;
  readonly until: number;
}

@Injectable()
export class FunnelAuth {
  private readonly known = new Map<string, Remembered>();

  constructor(private readonly commands: CommandClient) {}

  /** The funnel whose key the request carries (`X-Funnel-Key`, or a bearer token). Throws UNKNOWN_FUNNEL_KEY. */
  async authenticate(request: Request): Promise<string> {
    const key =
      request.get('x-funnel-key') ?? /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!key) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const keyHash = createHash('sha256').update(key).digest('hex');
    const remembered = this.known.get(keyHash);
    if (remembered && remembered.until > Date.now()) return remembered.funnelId;
    this.known.delete(keyHash);
    const { funnelId } = await this.commands.send(authenticateFunnel, { keyHash });
    if (this.known.size >= REMEMBER_AT_MOST) this.known.clear();
    this.known.set(keyHash, { funnelId, until: Date.now() + REMEMBER_MS });
    return funnelId;
  }
}
