import {
  EnvironmentError,
  findTrustProxyProblem,
  isCardProviderScript,
  isHttpsOrLocal,
  MISSING_TRUST_PROXY,
  needsTrustProxy,
} from '@desk/service-kit';

/** What kind of system a start brings up (ADR 30). */
export interface SystemMode {
  nodeEnv: 'development' | 'test' | 'production';
  /** Whether the sandbox replaces the card provider and the mail server. Otherwise both are real. */
  usesSandbox: boolean;
}

/** A rule returns what is wrong, in one line that names the setting. It must not quote values, which may be secrets. */
type Rule = (env: NodeJS.ProcessEnv, mode: SystemMode) => string | undefined;

const NODE_ENVS = ['development', 'test', 'production'] as const;
const CARD_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

const TWILIO_SENDERS = ['TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID'];
const TWILIO_SETTINGS = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', ...TWILIO_SENDERS];
const SLACK_SETTINGS = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'];

const SENDING_SETTINGS: readonly (readonly [names: readonly string[], consequence: string])[] = [
  [TWILIO_SETTINGS, 'texts about sample leads would reach real phones.'],
  [SLACK_SETTINGS, 'sample leads would reach real workspaces.'],
];

const NOT_IN_PRODUCTION: readonly (readonly [names: readonly string[], reason: string])[] = [
  [['META_GRAPH_BASE'], 'only Meta itself gets the tokens of Pages.'],
  [['SLACK_API_BASE', 'SLACK_SITE_URL'], 'only Slack itself gets the leads.'],
  [['TWILIO_API_BASE'], 'only Twilio itself sends texts.'],
  [['STRIPE_API_BASE'], 'only the card provider itself charges cards.'],
];

const isLiveKey = (key: string | undefined): boolean => /^(sk|rk|pk)_live_/.test(key ?? '');

/** Whether the card provider's keys are for its test mode, in which no money moves. */
export const usesTestCards = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.STRIPE_SECRET_KEY) && !isLiveKey(env.STRIPE_SECRET_KEY);

function deriveMode(env: NodeJS.ProcessEnv): SystemMode {
  const hasProviderKey = [...CARD_SETTINGS, 'SMTP_URL'].some((name) => env[name]);
  const requested = NODE_ENVS.find((name) => name === env.NODE_ENV);
  return {
    // With a real provider, the leads may be those of real people, so the strict mode is the default.
    nodeEnv: requested ?? (hasProviderKey ? 'production' : 'development'),
    usesSandbox: !hasProviderKey,
  };
}

/** Checked first: they decide the mode, on which the other rules depend. */
const modeRules: readonly Rule[] = [
  ({ NODE_ENV }) =>
    !NODE_ENV || NODE_ENVS.some((name) => name === NODE_ENV)
      ? undefined
      : `NODE_ENV must be ${NODE_ENVS.join(', ')} or unset.`,

  (_env, { nodeEnv, usesSandbox }) =>
    nodeEnv === 'production' && usesSandbox
      ? 'NODE_ENV=production needs real providers: set STRIPE_SECRET_KEY and SMTP_URL.'
      : undefined,

  (env, { usesSandbox }) => {
    const hasCards = CARD_SETTINGS.some((name) => env[name]);
    if (usesSandbox || hasCards === Boolean(env.SMTP_URL)) return undefined;
    return hasCards
      ? 'SMTP_URL is missing: with real cards, the leads must not end up in the sandbox inbox.'
      : 'STRIPE_SECRET_KEY is missing: with a real mail server, the cards must not be those of the sandbox.';
  },

  ...SENDING_SETTINGS.map(
    ([names, consequence]): Rule =>
      (env, { usesSandbox }) =>
        usesSandbox && names.some((name) => env[name])
          ? `${names[0]} needs real providers: without STRIPE_SECRET_KEY and SMTP_URL, ${consequence}`
          : undefined,
  ),

  ({ STRIPE_SECRET_KEY }, { nodeEnv }) =>
    isLiveKey(STRIPE_SECRET_KEY) && nodeEnv !== 'production'
      ? 'STRIPE_SECRET_KEY is a live key, which needs NODE_ENV=production.'
      : undefined,
];

const detailRules: readonly Rule[] = [
  ...CARD_SETTINGS.map(
    (name): Rule =>
      (env, { usesSandbox }) =>
        usesSandbox || env[name]
          ? undefined
          : `${name} is missing: ${CARD_SETTINGS.join(', ')} belong together.`,
  ),

  ({ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }) =>
    STRIPE_SECRET_KEY &&
    STRIPE_PUBLISHABLE_KEY &&
    isLiveKey(STRIPE_SECRET_KEY) !== isLiveKey(STRIPE_PUBLISHABLE_KEY)
      ? 'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys, or both be test keys.'
      : undefined,

  ({ SMTP_URL, MAIL_FROM }) =>
    SMTP_URL && !MAIL_FROM ? 'MAIL_FROM is missing: a real mail server needs a real sender.' : undefined,

  (env) => {
    const senders = TWILIO_SENDERS.filter((name) => env[name]).length;
    const hasAccount = Boolean(env.TWILIO_ACCOUNT_SID) && Boolean(env.TWILIO_AUTH_TOKEN);
    const isOff = TWILIO_SETTINGS.every((name) => !env[name]);
    return isOff || (hasAccount && senders === 1)
      ? undefined
      : 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and either TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID belong together.';
  },

  (env) =>
    Boolean(env.SLACK_CLIENT_ID) === Boolean(env.SLACK_CLIENT_SECRET)
      ? undefined
      : 'SLACK_CLIENT_ID and SLACK_CLIENT_SECRET belong together.',

  ...NOT_IN_PRODUCTION.map(
    ([names, reason]): Rule =>
      (env, { nodeEnv }) =>
        nodeEnv === 'production' && names.some((name) => env[name])
          ? `${names.join(' and ')} must not be set in production: ${reason}`
          : undefined,
  ),

  ({ STRIPE_JS_URL }, { nodeEnv }) =>
    STRIPE_JS_URL && nodeEnv === 'production' && !isCardProviderScript(STRIPE_JS_URL)
      ? 'STRIPE_JS_URL must be an address at https://js.stripe.com in production, because agents enter their cards there.'
      : undefined,

  ({ RATE_LIMIT_FACTOR }, { nodeEnv }) =>
    RATE_LIMIT_FACTOR && nodeEnv === 'production' && Number(RATE_LIMIT_FACTOR) !== 1
      ? 'RATE_LIMIT_FACTOR must be 1 in production, where request limits protect accounts and cards.'
      : undefined,

  ({ WEBHOOK_LOOPBACK }, { nodeEnv }) =>
    WEBHOOK_LOOPBACK && WEBHOOK_LOOPBACK !== 'refused' && nodeEnv === 'production'
      ? 'WEBHOOK_LOOPBACK must not be set in production, where webhooks to this machine would reach inside the network.'
      : undefined,

  ({ PUBLIC_URL }, { nodeEnv }) => {
    if (nodeEnv !== 'production') return undefined;
    if (!PUBLIC_URL) return 'PUBLIC_URL is missing: the mails to agents link to it.';
    return isHttpsOrLocal(PUBLIC_URL)
      ? undefined
      : 'PUBLIC_URL must be an https address in production, because sessions and links in mails are secrets.';
  },

  ({ TRUST_PROXY, PUBLIC_URL = '' }, { nodeEnv }) => {
    const missing = needsTrustProxy(nodeEnv, PUBLIC_URL) ? MISSING_TRUST_PROXY : undefined;
    const problem = TRUST_PROXY ? findTrustProxyProblem(TRUST_PROXY) : missing;
    return problem === undefined ? undefined : `TRUST_PROXY ${problem}.`;
  },
];

/**
 * Decides between development and production, and between the sandbox and real providers.
 *
 * @throws EnvironmentError with one line for each setting that is missing, wrong or dangerous
 */
export function readMode(env: NodeJS.ProcessEnv): SystemMode {
  const mode = deriveMode(env);
  for (const rules of [modeRules, detailRules]) {
    const problems = rules.map((rule) => rule(env, mode)).filter((problem) => problem !== undefined);
    if (problems.length > 0) throw new EnvironmentError(problems.join('\n'));
  }
  return mode;
}
