import { object, string } from 'yup';

const required = () => string().required();

const schema = object({
  NODE_ENV: string().oneOf(['development', 'test']).required(),
  /** The gateway as containers reach it. */
  GATEWAY_URL: required(),
  /** The sandbox as containers reach it. */
  SANDBOX_URL: required(),
  /** The site and the inbox as people reach them. */
  PUBLIC_URL: required(),
  INBOX_URL: required(),
  /** Without a user: each program connects as its own role. */
  DATABASE_URL: required(),
  /** Passed on to these programs. */
  DATABASE_TLS: string(),
  ACCOUNTS_PASSWORD: required(),
  LEAD_ROUTER_PASSWORD: required(),
  STRIPE_PUBLISHABLE_KEY: required(),
  ADMIN_PASSWORD: required(),
  AGENT_PASSWORD: required(),
  FUNNEL_KEY: required(),
});

/** @throws Error that names a missing or wrong setting, without its value */
export function readSeedSettings(env: NodeJS.ProcessEnv) {
  try {
    return schema.validateSync(env, { stripUnknown: true });
  } catch (error) {
    throw new Error(`${(error as { path?: string }).path ?? 'A setting'} is missing or wrong.`, {
      cause: error,
    });
  }
}
