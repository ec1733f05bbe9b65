import { string, type StringSchema } from 'yup';

/** `required`: connects only if the connection is encrypted and the server's certificate valid. */
export type TlsMode = 'required' | 'off';
const MODES = ['required', 'off'] as const;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/** Whether the server is on this machine, so that nobody can intercept the connection. */
export function isLocalServer(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams, protocol } = new URL(url);
  // PostgreSQL's driver prefers this parameter, which may be the folder of a Unix socket.
  const host = searchParams.get('host') ?? hostname;
  return protocol === 'socket:' || host.startsWith('/') || LOOPBACK.test(host.toLowerCase());
}

/** In production, connections to other machines are encrypted, unless a setting says otherwise. */
export const defaultTls = (nodeEnv: unknown, url: unknown): TlsMode =>
  nodeEnv === 'production' && !(typeof url === 'string' && isLocalServer(url)) ? 'required' : 'off';

/** Declares the TLS setting that belongs to the URL setting named `urlSetting`. */
export const tlsSetting = (urlSetting: string): StringSchema<TlsMode, object, TlsMode> =>
  string()
    .oneOf(MODES, `must be ${MODES.join(' or ')}`)
    .when(['NODE_ENV', urlSetting], ([nodeEnv, url]: unknown[], schema: StringSchema) =>
      schema.default(defaultTls(nodeEnv ?? 'production', url)),
    )
    .meta({
      description: `Whether connections to the server at ${urlSetting} must be encrypted. Default: \`required\` in production, unless it is this machine`,
    }) as unknown as StringSchema<TlsMode, object, TlsMode>;

/**
 * Reads `<NAME>_TLS` for commands that have no schema of settings.
 *
 * @throws Error on any other value
 */
export function readTls(
  name: 'DATABASE' | 'REDIS',
  url: string,
  env: NodeJS.ProcessEnv = process.env,
): TlsMode {
  const value = env[`${name}_TLS`] || defaultTls(env['NODE_ENV'] || 'production', url);
  const mode = MODES.find((known) => known === value);
  if (!mode) throw new Error(`${name}_TLS must be ${MODES.join(' or ')}`);
  return mode;
}
