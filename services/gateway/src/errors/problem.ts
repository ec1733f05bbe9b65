import { type DomainError, errorCatalog, type ErrorCode, type FieldError } from '@desk/contracts';
import type { Response } from 'express';
import { STATUS_CODES } from 'node:http';

/** The body of every failure (RFC 9457). `errors` names the fields of an invalid request. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
}

export const PROBLEM_TYPE = 'application/problem+json';

/** Includes the members of `info`, such as ids that the caller needs to act on the failure. */
export function toProblem(error: DomainError): Problem {
  const { status } = errorCatalog[error.code];
  return {
    ...error.info,
    type: `urn:annuity-desk:problem:${error.code.toLowerCase().replaceAll('_', '-')}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: error.code,
    detail: error.message,
    errors: error.fields,
  };
}

/** Answers a request that does not reach the routes and their exception filter. */
export function answerProblem(response: Response, error: DomainError): void {
  const { retryAfter } = error.info;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  response
    .status(error.status)
    .type(PROBLEM_TYPE)
    .end(JSON.stringify(toProblem(error)));
}
