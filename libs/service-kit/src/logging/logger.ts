import { currentContext, recordedTraceId } from '@desk/bullmq-transport';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { scrub, serializeError } from './scrub.js';

export type { Logger };

/**
 * Creates a logger that writes JSON lines to stdout, each with its correlation id and, if a trace is recorded, the
 * trace id. Log ids and codes, never personal data or payloads.
 */
export const createLogger = (service: string, level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serializeError(error) },
      mixin: () => {
        const correlationId = currentContext()?.correlationId;
        const traceId = recordedTraceId();
        return {
          ...(correlationId === undefined ? {} : { correlationId }),
          ...(traceId === undefined ? {} : { trace_id: traceId }),
        };
      },
    },
    destination ?? pino.destination(1),
  );

/** Routes Nest's log lines through the same logger; its startup messages at debug level only. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown) => logger.debug(scrub(String(message))),
  warn: (message: unknown) => logger.warn(scrub(String(message))),
  debug: (message: unknown) => logger.debug(scrub(String(message))),
  verbose: (message: unknown) => logger.trace(scrub(String(message))),
  error: (message: unknown) =>
    message instanceof Error ? logger.error({ err: message }) : logger.error(scrub(String(message))),
});
