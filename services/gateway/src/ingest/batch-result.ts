import type { BatchResult, DomainError, ErrorCode } from '@desk/contracts';

/** Any other failure says nothing about the lead. */
const statuses: Partial<Record<ErrorCode, BatchResult['status']>> = {
  DUPLICATE_LEAD: 'duplicate',
  INVALID_REQUEST: 'invalid',
  MALFORMED_BODY: 'invalid',
  CONSENT_REQUIRED: 'rejected',
  IDEMPOTENCY_MISMATCH: 'rejected',
  UNKNOWN_FUNNEL_KEY: 'rejected',
};

/** The result of a lead that was not accepted. */
export function toBatchResult({ code, message, fields, info }: DomainError): BatchResult {
  const firstReceivedAt = info['first_received_at'];
  return {
    status: statuses[code] ?? 'error',
    code,
    detail: message,
    errors: [...fields],
    ...(firstReceivedAt === undefined ? {} : { first_received_at: firstReceivedAt }),
  };
}
