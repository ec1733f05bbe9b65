import { DomainError, type ErrorCode, type PostedFieldName, type RejectionReason } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { type ArgumentsHost, Catch } from '@nestjs/common';
import { ProblemFilter } from '../errors/problem.filter.js';
import type { IdentifiedRequest } from '../http/identity.js';
import { documentedName } from './read-fields.js';
import { RejectionCounter } from './rejection-counter.js';

const reasons: Partial<Record<ErrorCode, RejectionReason>> = {
  UNKNOWN_FUNNEL_KEY: 'unknown_key',
  FUNNEL_PAUSED: 'unknown_key',
  UNSIGNED_POST: 'unknown_key',
  SERVER_KEY_REQUIRED: 'origin_not_allowed',
  MALFORMED_BODY: 'malformed',
  PAYLOAD_TOO_LARGE: 'malformed',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_type',
  INVALID_REQUEST: 'invalid',
  DUPLICATE_LEAD: 'duplicate',
  IDEMPOTENCY_MISMATCH: 'idempotency_mismatch',
  CONSENT_REQUIRED: 'consent_missing',
  ORIGIN_NOT_ALLOWED: 'origin_not_allowed',
  TOO_MANY_REQUESTS: 'too_many_requests',
};

/** Undefined for a failure that is not about the post. */
export const rejectionReasonOf = (exception: unknown): RejectionReason | undefined =>
  exception instanceof DomainError ? reasons[exception.code] : undefined;

/** Our fields that an error names. */
export const faultyFields = (exception: unknown): ReadonlySet<PostedFieldName> =>
  new Set(
    exception instanceof DomainError
      ? exception.fields.map(({ field }) => documentedName(field)).filter((field) => field !== undefined)
      : [],
  );

/** Counts a rejected post with its time, reason and fields, which is all that is kept of it, and then answers it. */
@Catch()
export class RejectionFilter extends ProblemFilter {
  constructor(
    // First, as in the superclass: Nest inherits injected parameters by position.
    @InjectLogger() logger: Logger,
    private readonly rejections: RejectionCounter,
  ) {
    super(logger);
  }

  override catch(exception: unknown, host: ArgumentsHost): void | Promise<void> {
    const { funnel } = host.switchToHttp().getRequest<IdentifiedRequest>();
    const reason = rejectionReasonOf(exception);
    if (reason !== undefined)
      this.rejections.count(funnel?.funnelId ?? null, reason, faultyFields(exception));
    return super.catch(exception, host);
  }
}
