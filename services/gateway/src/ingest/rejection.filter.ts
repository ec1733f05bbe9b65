import { CommandClient } from '@desk/bullmq-transport';
import { countRejection, DomainError, type ErrorCode, type RejectionReason } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { type ArgumentsHost, Catch } from '@nestjs/common';
import { ProblemFilter } from '../errors/problem.filter.js';
import type { IdentifiedRequest } from '../http/identity.js';

const reasons: Partial<Record<ErrorCode, RejectionReason>> = {
  UNKNOWN_FUNNEL_KEY: 'unknown_key',
  MALFORMED_BODY: 'malformed',
  PAYLOAD_TOO_LARGE: 'malformed',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_type',
  INVALID_REQUEST: 'invalid',
  DUPLICATE_LEAD: 'duplicate',
  IDEMPOTENCY_MISMATCH: 'idempotency_mismatch',
};

/** Counts a rejected post by funnel, day and reason, the only trace it leaves, and then answers it. */
@Catch()
export class RejectionFilter extends ProblemFilter {
  constructor(
    // First, as in the superclass: Nest inherits injected parameters by position.
    @InjectLogger() logger: Logger,
    private readonly commands: CommandClient,
  ) {
    super(logger);
  }

  override async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const { funnelId = null } = host.switchToHttp().getRequest<IdentifiedRequest>();
    await this.count(exception, funnelId);
    await super.catch(exception, host);
  }

  /** Never throws: the funnel gets its answer even when the rejection cannot be counted. */
  private async count(exception: unknown, funnelId: string | null): Promise<void> {
    const reason = exception instanceof DomainError ? reasons[exception.code] : undefined;
    if (reason === undefined) return;
    await this.commands
      .send(countRejection, { funnelId, reason })
      .catch((err: unknown) => this.logger.warn({ err, funnelId, reason }, 'rejection not counted'));
  }
}
