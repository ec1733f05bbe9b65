interface Host {
  readonly host: string;
  readonly port: number;
}

/** Where Redis is, and how it is replicated. */
export interface RedisAddress {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly hosts: readonly Host[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  readonly db: number;
  /** What the sentinels call the primary. */
  readonly primaryName?: string;
  readonly sentinelUsername?: string;
  readonly sentinelPassword?: string;
}

export const redisProtocols = [
  'redis',
  'rediss',
  'redis-sentinel',
  'rediss-sentinel',
  'redis-cluster',
  'rediss-cluster',
] as const;

const FORM =
  /^redis(?<tls>s?)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?@]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;
const DEFAULT_PORTS = { single: 6_379, sentinel: 26_379, cluster: 6_379 } as const;

/**
 * Parses `redis://user:password@host:port/db`, `redis-sentinel://user:password@host,host/primary-name/db` (with
 * `?sentinel-username=…&sentinel-password=…` if the sentinels have their own) and `redis-cluster://…@host,host`.
 * `rediss` in place of `redis` encrypts the connection.
 *
 * @throws Error without the text, which may contain a password
 */
export function parseRedisUrl(url: string): RedisAddress {
  const parts = FORM.exec(url)?.groups;
  if (!parts) throw new Error('not a Redis URL');
  const { tls, user, password, path = '', query } = parts;
  const kind = (parts['kind'] ?? 'single') as RedisAddress['kind'];
  const hosts = (parts['hosts'] ?? '').split(',').map((text) => parseHost(text, DEFAULT_PORTS[kind]));
  const segments = path.split('/').filter(Boolean);
  const primaryName = kind === 'sentinel' ? segments.shift() : undefined;
  const [db = '0', ...rest] = segments;
  if (kind === 'sentinel' && primaryName === undefined)
    throw new Error('a Sentinel URL must name the primary: redis-sentinel://host,host/name');
  if (kind === 'single' && hosts.length > 1)
    throw new Error('only Sentinel and Cluster URLs have several hosts');
  if (!/^\d+$/.test(db) || rest.length > 0 || (kind === 'cluster' && db !== '0'))
    throw new Error('not a Redis URL');
  const parameters = new URLSearchParams(query);
  return {
    kind,
    hosts,
    tls: tls === 's',
    db: Number(db),
    ...decoded('username', user),
    ...decoded('password', password),
    ...(primaryName === undefined ? {} : { primaryName: decodeURIComponent(primaryName) }),
    ...optionalField('sentinelUsername', parameters.get('sentinel-username')),
    ...optionalField('sentinelPassword', parameters.get('sentinel-password')),
  };
}

/** The hosts without credentials, for messages. */
export const describeHosts = ({ hosts }: RedisAddress): string =>
  hosts.map(({ host, port }) => `${host}:${port}`).join(', ');

function parseHost(text: string, defaultPort: number): Host {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('not a Redis URL');
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

const optionalField = <Name extends string>(name: Name, value: string | null | undefined) =>
  (value ? { [name]: value } : {}) as Partial<Record<Name, string>>;
const decoded = <Name extends string>(name: Name, value: string | undefined) =>
  optionalField(name, value === undefined ? undefined : decodeURIComponent(value));
