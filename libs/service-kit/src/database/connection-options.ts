import type { ClientConfig } from 'pg';
import { readTls, type TlsMode } from '../tls.js';

/** URL parameters that weaken or turn off TLS. */
const WEAKENING_PARAMETERS = ['ssl', 'sslmode', 'uselibpqcompat'];

export interface ConnectionOptions {
  readonly url: string;
  readonly ssl?: { readonly rejectUnauthorized: true };
}

/**
 * Returns how to connect to this database. With TLS `required`, nothing in the URL can weaken it. To trust your own
 * certificate authority, set `sslrootcert` or NODE_EXTRA_CA_CERTS.
 */
export function toConnectionOptions(url: string, tls: TlsMode = readTls('DATABASE', url)): ConnectionOptions {
  if (tls === 'off') return { url };
  const cleaned = new URL(url);
  for (const name of WEAKENING_PARAMETERS) cleaned.searchParams.delete(name);
  return { url: cleaned.href, ssl: { rejectUnauthorized: true } };
}

/** The same for a client of `pg`. */
export function toClientConfig(url: string): ClientConfig {
  const { url: connectionString, ...ssl } = toConnectionOptions(url);
  return { connectionString, ...ssl };
}
