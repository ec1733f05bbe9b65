import { randomText } from '../ids.js';

/** Errors that every method answers for a token that is no longer valid. */
const tokenErrors = ['token_revoked', 'account_inactive', 'invalid_auth'];
/** Errors that chat.postMessage may answer (docs.slack.dev/reference/methods/chat.postMessage). */
export const slackErrors: readonly string[] = [
  ...['is_archived', 'channel_not_found', 'not_in_channel', 'restricted_action'],
  ...['restricted_action_read_only_channel', 'no_permission', 'team_access_not_granted', 'missing_scope'],
  ...['invalid_blocks', 'msg_too_long', 'msg_blocks_too_long', 'metadata_too_large'],
  ...['ratelimited', 'fatal_error', 'internal_error'],
  ...tokenErrors,
];

/** Slack accepts one message a second in a channel, and short bursts above that. */
const BURST = 5;
const REFILL_MS = 1_000;
const CODE_LIFETIME_MS = 600_000;

interface Installation {
  readonly token: string;
  readonly channelId: string;
  readonly channelName: string;
  readonly redirectUri: string;
}

interface Code extends Installation {
  readonly expiresAtMs: number;
  isUsed: boolean;
}

/** A channel's id is derived from its name, so that the same name always means the same channel. */
export const toChannelId = (name: string): string => `C${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`;

/** A Slack workspace in memory. It has any channel that is named, and refuses messages as tools request. */
export class SlackWorkspace {
  private readonly codes = new Map<string, Code>();
  private readonly names = new Map<string, string>();
  private readonly refusals = new Map<string, string>();
  private readonly tokenRefusals = new Map<string, string>();
  private readonly tokensByChannel = new Map<string, Set<string>>();
  private readonly buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(
    private readonly changed: () => void,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the code that the browser takes to the application. */
  install(channelName: string, redirectUri: string): string {
    const channelId = toChannelId(channelName);
    const token = `xoxb-${randomText(12)}-${randomText(24)}`;
    const code = `${randomText(12)}.${randomText(40)}`;
    this.names.set(channelId, `#${channelName}`);
    // Installing the app again gives it access again.
    this.refuse(channelId, null);
    const installation = { token, channelId, channelName: `#${channelName}`, redirectUri };
    this.codes.set(code, { ...installation, expiresAtMs: this.now() + CODE_LIFETIME_MS, isUsed: false });
    return code;
  }

  /** Exchanges a code, once. */
  exchange(
    code: string,
    redirectUri: string,
  ): Installation | 'invalid_code' | 'code_already_used' | 'bad_redirect_uri' {
    const known = this.codes.get(code);
    if (!known || known.expiresAtMs < this.now()) return 'invalid_code';
    if (known.isUsed) return 'code_already_used';
    if (known.redirectUri !== redirectUri) return 'bad_redirect_uri';
    known.isUsed = true;
    return known;
  }

  nameOf(channelId: string): string {
    return this.names.get(channelId) ?? channelId;
  }

  refusalOf(channelId: string): string | null {
    return this.refusals.get(channelId) ?? null;
  }

  /**
   * Makes a channel answer with an error until this is called with null. An error about a token applies to the
   * channel's tokens.
   */
  refuse(channelId: string, error: string | null): void {
    const tokens = this.tokensByChannel.get(channelId) ?? [];
    for (const token of tokens) {
      if (error !== null && tokenErrors.includes(error)) this.tokenRefusals.set(token, error);
      else this.tokenRefusals.delete(token);
    }
    if (error === null) this.refusals.delete(channelId);
    else this.refusals.set(channelId, error);
    this.changed();
  }

  /** Returns what is wrong with a token. `xoxb-invalid…` and `xoxb-revoked…` are never accepted. */
  findTokenError(token: string): string | undefined {
    if (token === '') return 'not_authed';
    if (!token.startsWith('xox') || token.startsWith('xoxb-invalid')) return 'invalid_auth';
    return token.startsWith('xoxb-revoked') ? 'token_revoked' : this.tokenRefusals.get(token);
  }

  findChannelError(channelId: string, token: string): string | undefined {
    const tokens = this.tokensByChannel.get(channelId) ?? new Set();
    this.tokensByChannel.set(channelId, tokens.add(token));
    return this.refusals.get(channelId);
  }

  /** Returns false if there are too many messages in a channel. */
  takeTurn(channelId: string): boolean {
    const nowMs = this.now();
    const bucket = this.buckets.get(channelId) ?? { tokens: BURST, atMs: nowMs };
    const tokens = Math.min(BURST, bucket.tokens + (nowMs - bucket.atMs) / REFILL_MS);
    this.buckets.set(channelId, { tokens: tokens >= 1 ? tokens - 1 : tokens, atMs: nowMs });
    return tokens >= 1;
  }
}
