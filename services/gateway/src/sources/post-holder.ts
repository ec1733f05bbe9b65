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
import { crashPoint } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { rejectionReasonOf } from '../ingest/rejection.filter.js';
import { type IncomingRequest, toStored } from './incoming-request.js';

export type Refusal = Pick<RequestOf<typeof holdPost>, 'reason' | 'detail' | 'faults'>;

const canBeHeld = (reason: string | undefined): reason is HeldPostReason =>
  heldPostReasons.some((held) => held === reason);

/** What is kept of a refusal; undefined for one that holds nothing, such as a duplicate. */
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

/** A flood of refusals costs lead-router one post in this time. */
const FULL_MS = 10_000;

/** Keeps what a private address refuses, until an admin replays or discards it. */
@Injectable()
export class PostHolder {
  /** Funnels of which no more posts are held, and until when that is not asked again. */
  private readonly fullUntil = new Map<string, number>();

  constructor(private readonly commands: CommandClient) {}

  /** Returns once it is durable. @throws UNAVAILABLE: the tool must post again */
  async hold(funnelId: string, request: IncomingRequest, error: unknown): Promise<void> {
    const refusal = toRefusal(error);
    if (refusal) await this.holdAs(funnelId, request, refusal);
  }

  /** @throws UNAVAILABLE */
  async holdAs(funnelId: string, request: IncomingRequest, refusal: Refusal): Promise<void> {
    if (performance.now() < (this.fullUntil.get(funnelId) ?? 0)) return;
    const post = { id: randomUUID(), funnelId, request: toStored(request), ...refusal };
    const { isHeld } = await this.commands.send(holdPost, post);
    if (!isHeld) this.fullUntil.set(funnelId, performance.now() + FULL_MS);
    crashPoint('gateway.after-hold');
  }
}
