import { DomainError, type ErrorCode, type Route, routes } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PROBLEM_TYPE, toProblem } from './problem.js';

const patterns = Object.values(routes).map(({ method, path }: Route) => ({
  method,
  // As Express matches paths: in any case, with or without a slash at the end.
  pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));

/** The methods of the routes with this path; none if there is no such route. */
export const allowedMethods = (path: string): string[] => [
  ...new Set(
    patterns
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  ),
];

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'MALFORMED_BODY',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** Codes of a download whose reader closed the connection: while it was sent, or before that. */
const cutOffCodes: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'];
const isCutOff = (exception: unknown): boolean =>
  cutOffCodes.includes((exception as NodeJS.ErrnoException | null)?.code);

/** Answers every exception with a problem document. An unexpected one is logged and answered without details. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@InjectLogger() protected readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void | Promise<void> {
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.toDomainError(exception, host.switchToHttp().getRequest<Request>());
    // Part of the answer is already sent. Cutting the connection shows the reader that it is incomplete.
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { allow, retryAfter } = error.info;
    if (allow !== undefined) response.setHeader('allow', allow);
    if (error.code === 'UNAVAILABLE') response.setHeader('retry-after', '2');
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.status(error.status).type(PROBLEM_TYPE).setHeader('cache-control', 'no-store');
    response.send(JSON.stringify(toProblem(error)));
  }

  private toDomainError(exception: unknown, request: Request): DomainError {
    if (exception instanceof DomainError) return exception;
    const status = exception instanceof HttpException ? exception.getStatus() : undefined;
    const code = status === undefined ? undefined : codeByStatus[status];
    if (code === 'NOT_FOUND') return toNotFound(request);
    if (code) return new DomainError(code);
    if (isCutOff(exception)) this.logger.warn({ err: exception }, 'download interrupted');
    else this.logger.error({ err: exception }, 'request failed');
    return new DomainError('INTERNAL');
  }
}

/** Returns NOT_FOUND, or METHOD_NOT_ALLOWED if the path has routes with other methods. */
function toNotFound({ path, method }: Request): DomainError {
  const methods = allowedMethods(path);
  if (methods.length === 0) return new DomainError('NOT_FOUND');
  const allow = methods.join(', ');
  return new DomainError('METHOD_NOT_ALLOWED', {
    detail: `This address does not take ${method}. Send ${methods.join(' or ')}.`,
    info: { allow },
  });
}
