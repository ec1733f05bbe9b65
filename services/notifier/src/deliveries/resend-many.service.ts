import {
  DomainError,
  RESEND_BATCH_SIZE,
  type resendDeliveries,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { toPage } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { ResendService } from './resend.service.js';

type Request = RequestOf<typeof resendDeliveries>;

/** Sends many failed deliveries again, a batch for each request, each delivery in a transaction of its own. */
@Injectable()
export class ResendManyService {
  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly resends: ResendService,
  ) {}

  /** Safe to repeat: what was sent again is not failed any more, or failed later than `failedBefore`. */
  async resendBatch(request: Request): Promise<ResponseOf<typeof resendDeliveries>> {
    const { ids, next } = await this.selectBatch(request);
    const { actorId, caller, failedBefore } = request;
    let resent = 0;
    for (const deliveryId of ids) {
      try {
        await this.resends.resend({ deliveryId, actorId, caller, failedBefore });
        resent += 1;
      } catch (err) {
        if (!(err instanceof DomainError)) throw err;
      }
    }
    return { resent, skipped: ids.length - resent, next };
  }

  private async selectBatch({
    deliveryIds,
    buyerId,
    channel,
    failedBefore,
    after,
  }: Request): Promise<{ ids: readonly string[]; next: Request['after'] }> {
    if (deliveryIds !== null) return { ids: deliveryIds, next: null };
    const cursor = after && { at: after.failedAt, id: after.id };
    const page = { after: cursor, limit: RESEND_BATCH_SIZE + 1 };
    const failed = await this.log.listFailedIds({ buyerId, channel }, failedBefore, page);
    const { rows, next } = toPage(failed, RESEND_BATCH_SIZE, ({ id, failedAt }) => ({
      failedAt: failedAt.toISOString(),
      id,
    }));
    return { ids: rows.map(({ id }) => id), next };
  }
}
