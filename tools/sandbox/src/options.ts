export interface SandboxOptions {
  /** Interface to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port?: number;
  readonly smtpPort?: number;
  /** Folder for state. Without it, nothing outlives the process. */
  readonly stateDir?: string;
  /** Receives signed events. Without it, events are recorded but not sent. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** Twilio's token, which signs requests to the application. */
  readonly twilioAuthToken?: string;
  /** The Slack app that may be installed. Without `slackClientId`, any app may. */
  readonly slackClientId?: string;
  readonly slackClientSecret?: string;
  readonly publicUrl?: string;
  /** Where the application is reached, if not at its public address. */
  readonly appUrl?: string;
  /** Comma-separated origins that may call the card API from a browser. */
  readonly allowedOrigin?: string;
  readonly logLevel?: string;
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new Error(`${name} must be a port number, not '${text}'`);
  return value;
}

const texts = {
  stateDir: 'SANDBOX_STATE_DIR',
  webhookUrl: 'SANDBOX_WEBHOOK_URL',
  webhookSecret: 'SANDBOX_WEBHOOK_SECRET',
  twilioAuthToken: 'SANDBOX_TWILIO_AUTH_TOKEN',
  slackClientId: 'SANDBOX_SLACK_CLIENT_ID',
  slackClientSecret: 'SANDBOX_SLACK_CLIENT_SECRET',
  publicUrl: 'SANDBOX_PUBLIC_URL',
  appUrl: 'SANDBOX_APP_URL',
  allowedOrigin: 'SANDBOX_ALLOWED_ORIGIN',
  logLevel: 'LOG_LEVEL',
} as const satisfies Partial<Record<keyof SandboxOptions, string>>;

/** Throws a one-line error if the environment is invalid or is production. */
export function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The sandbox simulates external services and must not run with NODE_ENV=production.');
  const webhookUrl = env[texts.webhookUrl];
  if (webhookUrl && !URL.canParse(webhookUrl))
    throw new Error(`SANDBOX_WEBHOOK_URL must be a URL, not '${webhookUrl}'`);
  if (webhookUrl && !env[texts.webhookSecret])
    throw new Error('SANDBOX_WEBHOOK_URL requires SANDBOX_WEBHOOK_SECRET, which signs the events.');
  return {
    host: env['SANDBOX_HOST'] || '127.0.0.1',
    port: readPort(env, 'SANDBOX_PORT', 4010),
    smtpPort: readPort(env, 'SANDBOX_SMTP_PORT', 4025),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([option, name]) => (env[name] ? [[option, env[name]]] : [])),
    ),
  };
}
