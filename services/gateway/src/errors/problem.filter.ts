import { DomainError, type ErrorCode } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { PROBLEM_TYPE, toProblem } from './problem.js';

const byStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_BODY',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** Everything thrown becomes a problem document; what nobody expected is told without a detail. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@InjectLogger() private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.toDomainError(exception);
    // Too late for another answer: the connection is cut, so that nobody takes the half for the whole.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error.code === 'UNAVAILABLE') response.setHeader('retry-after', '2');
    const { retryAfter } = error.info;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.status(error.status).type(PROBLEM_TYPE).setHeader('cache-control', 'no-store');
    response.send(JSON.stringify(toProblem(error)));
  }

  private toDomainError(exception: unknown): DomainError {
    if (exception instanceof DomainError) return exception;
    const status = exception instanceof HttpException ? exception.getStatus() : undefined;
    const code = status === undefined ? undefined : byStatus[status];
    if (code) return new DomainError(code);
    this.logger.error({ err: exception }, 'request failed');
    return new DomainError('INTERNAL');
  }
}
