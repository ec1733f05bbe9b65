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

type Refusal = Pick<RequestOf<typeof holdPost>, 'reason' | 'detail' | 'faults'>;

const isHeld = (reason: string | undefined): reason is HeldPostReason =>
  heldPostReasons.some((held) => held === reason);

/** What is kept of a refusal; undefined for one that holds nothing, such as a duplicate. */
export function toRefusal(error: unknown): Refusal | undefined {
  const reason = rejectionReasonOf(error);
  if (!isHeld(reason)) return undefined;
  const { message, fields } = error as DomainError;
  const faults = fields.slice(0, MAX_FAULTS).map((fault) => ({
    field: fault.field.slice(0, POSTED_NAME_MAX),
    message: fault.message.slice(0, FAULT_MAX),
  }));
  return { reason, detail: message.slice(0, FAULT_MAX), faults };
}

/** Keeps what a private address refuses, until an admin replays or discards it. */
@Injectable()
export class PostHolder {
  constructor(private readonly commands: CommandClient) {}

  /** Returns once it is durable. @throws UNAVAILABLE: the tool must post again */
  async hold(funnelId: string, request: IncomingRequest, error: unknown): Promise<void> {
    const refusal = toRefusal(error);
    if (!refusal) return;
    await this.commands.send(holdPost, {
      id: randomUUID(),
      funnelId,
      request: toStored(request),
      ...refusal,
    });
    crashPoint('gateway.after-hold');
  }
}
