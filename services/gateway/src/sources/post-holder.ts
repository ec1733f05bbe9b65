import { randomUUID } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type DomainError,
  FAULT_MAX,
  type HeldPostReason,
  heldPostReasons,
  holdPost,
  MAX_FAULTS,
  POSTED_NAME_MAX,
  type RequestOf,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { rejectionReasonOf } from '../ingest/rejection.filter.js';
import { type IncomingRequest, toStored } from './incoming-request.js';

export type Refusal = Pick<RequestOf<typeof holdPost>, 'reason' | 'detail' | 'faults'>;

const canBeHeld = (reason: string | undefined): reason is HeldPostReason =>
  heldPostReasons.some((held) => held === reason);

/** Returns what is kept of a refusal; undefined if the post is not held, such as a duplicate. */
export function toRefusal(error: unknown): Refusal | undefined {
  const reason = rejectionReasonOf(error);
  if (!canBeHeld(reason)) return undefined;
  const { message, fields } = error as DomainError;
  const faults = fields.slice(0, MAX_FAULTS).map((fault) => ({
    field: fault.field.slice(0, POSTED_NAME_MAX),
    message: fault.message.slice(0, FAULT_MAX),
  }));
  return { reason, detail: message.slice(0, FAULT_MAX), faults };
}

/** How long lead-router gets no further posts of a funnel that has too many held. */
const FULL_FUNNEL_PAUSE_MS = 10_000;

/** Keeps what a private address refuses, until an admin replays or discards it. */
@Injectable()
export class PostHolder {
  /** Funnels that have too many held posts, and until when lead-router is not asked again. */
  private readonly fullUntil = new Map<string, number>();

  constructor(private readonly commands: CommandClient) {}

  /**
   * Returns once it is durable; at once if it is not held, such as a duplicate, or while too many are held.
   * @throws UNAVAILABLE: the tool must post again
   */
  async hold(funnelId: string, request: IncomingRequest, error: unknown): Promise<void> {
    const refusal = toRefusal(error);
    if (refusal) await this.holdWithReason(funnelId, request, refusal);
  }

  /** Returns false if it is not held because too many are. @throws UNAVAILABLE */
  async holdWithReason(funnelId: string, request: IncomingRequest, refusal: Refusal): Promise<boolean> {
    if (performance.now() < (this.fullUntil.get(funnelId) ?? 0)) return false;
    const post = { id: randomUUID(), funnelId, request: toStored(request), ...refusal };
    const { isHeld } = await this.commands.send(holdPost, post);
    if (!isHeld) this.fullUntil.set(funnelId, performance.now() + FULL_FUNNEL_PAUSE_MS);
    return isHeld;
  }
}
