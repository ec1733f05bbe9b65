import {
  type AnyObject,
  type InferType,
  number,
  object,
  type ObjectSchema,
  type ObjectShape,
  string,
  type TypeFromShape,
  ValidationError,
} from 'yup';

/** Settings come from the environment alone. Each names what it is for, so that a missing one can be explained. */
export const setting = {
  text: (label: string) => string().trim().label(label).required(`${label} is missing`),
  url: (label: string, ...protocols: string[]) =>
    string()
      .required(`${label} is missing`)
      .test('url', `${label} must be a URL (${protocols.join(', ')})`, (value) =>
        URL.canParse(value) ? protocols.includes(new URL(value).protocol.replace(':', '')) : false,
      ),
  port: (label: string) =>
    number()
      .integer()
      .typeError(`${label} must be a port number`)
      .min(1)
      .max(65_535)
      .required(`${label} is missing`),
  secret: (label: string, minLength = 32) =>
    string()
      .required(`${label} is missing`)
      .min(minLength, `${label} must have at least ${minLength} characters`),
};

const commonSettings = {
  NODE_ENV: string().oneOf(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: string().oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  REDIS_URL: setting.url('where Redis is', 'redis', 'rediss'),
  REDIS_PREFIX: string().default(''),
  MESSAGE_KEYS: setting.secret('the keys that seal messages (id:base64 of 32 bytes)'),
  HEALTH_PORT: setting.port('where health and metrics are served'),
  HEALTH_HOST: string().default('127.0.0.1'),
};
const commonSchema = object(commonSettings).required();
export type CommonEnv = InferType<typeof commonSchema>;

/** Thrown with one line per wrong or missing setting. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** yup's own messages quote the value between back quotes. */
const withoutValue = (message: string): string =>
  message.includes('`') ? 'is not of the right form' : message;

/**
 * Reads the settings of a service beside those that all have. Values are never echoed: they may be secrets.
 * Throws `EnvironmentError` naming every wrong or missing setting.
 */
export function readEnv<S extends ObjectShape>(
  shape: S,
  source: NodeJS.ProcessEnv = process.env,
): CommonEnv & InferType<ObjectSchema<TypeFromShape<S, AnyObject>>> {
  const schema = commonSchema.shape(shape);
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  try {
    return schema.validateSync(given, { abortEarly: false, stripUnknown: true }) as ReturnType<
      typeof readEnv<S>
    >;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const bySetting = Map.groupBy(error.inner, ({ path }) => path ?? '');
    const lines = [...bySetting].map(([path, [first]]) => `  ${path}: ${withoutValue(first?.message ?? '')}`);
    throw new EnvironmentError(`These settings are wrong or missing:\n${lines.join('\n')}`);
  }
}
