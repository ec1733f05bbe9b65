import { CommandClient } from '@desk/bullmq-transport';
import { countRejection, DomainError, type ErrorCode, type RejectionReason } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

const reasons: Partial<Record<ErrorCode, RejectionReason>> = {
  UNKNOWN_FUNNEL_KEY: 'unknown_key',
  MALFORMED_BODY: 'malformed',
  PAYLOAD_TOO_LARGE: 'malformed',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_type',
  INVALID_REQUEST: 'invalid',
  DUPLICATE_LEAD: 'duplicate',
  IDEMPOTENCY_MISMATCH: 'idempotency_mismatch',
};

/** The one trace that a refused post leaves: a count for its funnel, day and reason. */
@Injectable()
export class Rejections {
  constructor(
    private readonly commands: CommandClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Never throws: the sender is to hear why the post was refused, whether or not it could be counted. */
  async count(error: unknown, funnelId: string | null): Promise<void> {
    const reason = error instanceof DomainError ? reasons[error.code] : undefined;
    if (reason === undefined) return;
    await this.commands
      .send(countRejection, { funnelId, reason })
      .catch((err: unknown) => this.logger.warn({ err, funnelId, reason }, 'rejection not counted'));
  }
}
