import { Inject } from '@nestjs/common';

export const ENV = Symbol('ENV');
export const LOGGER = Symbol('LOGGER');
export const REQUEST_TRANSACTIONS = Symbol('REQUEST_TRANSACTIONS');

/** Injects the service's settings, as declared in its `env.ts`. */
export const InjectEnv = () => Inject(ENV);
/** Injects the process's pino logger. */
export const InjectLogger = () => Inject(LOGGER);
/**
 * Injects `Transactions` with separate connections, if the service has reserved some (`requestPoolSize`): requests that
 * a user waits for then never wait for a connection that background work holds.
 */
export const InjectRequestTransactions = () => Inject(REQUEST_TRANSACTIONS);
