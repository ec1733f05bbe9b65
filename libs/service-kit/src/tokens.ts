import { Inject } from '@nestjs/common';

export const ENV = Symbol('ENV');
export const LOGGER = Symbol('LOGGER');

/** Injects the service's settings, as declared in its `env.ts`. */
export const InjectEnv = () => Inject(ENV);
/** Injects the process's pino logger. */
export const InjectLogger = () => Inject(LOGGER);
