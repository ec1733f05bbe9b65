import { Inject } from '@nestjs/common';

export const ENV = Symbol('ENV');
export const LOGGER = Symbol('LOGGER');

/** The service's settings, as its `env.ts` declares them. */
export const InjectEnv = () => Inject(ENV);
/** The process's pino logger. */
export const InjectLogger = () => Inject(LOGGER);
