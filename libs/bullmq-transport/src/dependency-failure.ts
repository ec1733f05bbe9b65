import { DomainError } from '@desk/contracts';

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ECONNECTION',
  'EPIPE',
  'ESOCKET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * PostgreSQL: connection and system errors, insufficient resources, a server that starts, stops or has become a
 * replica, and contention. Not a canceled statement (57014), which may be the message's own fault.
 */
const SQLSTATE = /^(08...|53...|57P..|58...|25006|55P03|40001|40P01)$/;
const NAMES: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'AbortError',
  'MaxRetriesPerRequestError',
  'ClusterAllFailedError',
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
]);
/** For drivers whose errors have no code. */
const MESSAGES =
  /^(Connection terminated|Connection is closed|Connection ended|Command timed out|Client was closed|Client has encountered a connection error|Driver not Connected|Query read timeout|Redis is not connected|Stream isn't writeable|timeout exceeded when trying to connect)/;
/** Redis refuses the command, whatever it contains. Before Redis 7, a script's error has its name in front. */
const REDIS_REFUSALS =
  /^(ERR Error running script .*: -)?(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MISCONF|OOM|NOREPLICAS|BUSY) /;
const MAX_DEPTH = 5;

/**
 * Whether handling failed because something that the service depends on was down, overloaded or busy. Repeating the
 * message later can help then, however often it has failed.
 */
export function isDependencyFailure(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  if (error instanceof DomainError) return error.code === 'UNAVAILABLE';
  const { code, type, driverError, errors } = error as Error &
    Partial<Record<'code' | 'type' | 'driverError' | 'errors', unknown>>;
  if (typeof code === 'string' && (NETWORK_CODES.has(code) || SQLSTATE.test(code))) return true;
  // Stripe names the class of an error in its type.
  const names = [error.name, type];
  if (
    names.some((name) => NAMES.has(name)) ||
    [MESSAGES, REDIS_REFUSALS].some((known) => known.test(error.message))
  )
    return true;
  const inner: unknown[] = [
    error.cause,
    driverError,
    ...(Array.isArray(errors) ? (errors as unknown[]) : []),
  ];
  return inner.some((one) => isDependencyFailure(one, depth + 1));
}
