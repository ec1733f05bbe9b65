export interface SandboxOptions {
  /** Interface to listen on; 127.0.0.1 unless said. */
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly smtpPort?: number;
  /** Where state is kept; without it nothing outlives the process. */
  readonly stateDir?: string;
  /** Where signed events go; without it they are recorded and not sent. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** Origins that may call the card API from a browser, separated by commas. */
  readonly allowedOrigin?: string;
  readonly logLevel?: string;
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error(`${name} must be a port number, not '${text}'`);
  return value;
}

const text = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  env[name] === '' ? undefined : env[name];

/** Throws with one clear line when the environment is wrong or is production. */
export function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The sandbox stands in for the outside world and must not run with NODE_ENV=production.');
  const webhookUrl = text(env, 'SANDBOX_WEBHOOK_URL');
  if (webhookUrl !== undefined && !URL.canParse(webhookUrl))
    throw new Error(`SANDBOX_WEBHOOK_URL must be a URL, not '${webhookUrl}'`);
  const optional = {
    stateDir: text(env, 'SANDBOX_STATE_DIR'),
    webhookUrl,
    webhookSecret: text(env, 'SANDBOX_WEBHOOK_SECRET'),
    allowedOrigin: text(env, 'SANDBOX_ALLOWED_ORIGIN'),
    logLevel: text(env, 'LOG_LEVEL'),
  };
  if (webhookUrl !== undefined && optional.webhookSecret === undefined)
    throw new Error('SANDBOX_WEBHOOK_SECRET is needed with SANDBOX_WEBHOOK_URL: events are signed with it.');
  return {
    host: text(env, 'SANDBOX_HOST') ?? '127.0.0.1',
    port: port(env, 'SANDBOX_PORT', 4010),
    smtpPort: port(env, 'SANDBOX_SMTP_PORT', 4025),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}
