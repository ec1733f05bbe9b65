import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  findUrlProblem,
  hostOf,
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  type UrlRules,
} from './url-rules.js';

/** Returns the IP addresses of a host. @throws an error with a `code` of node:dns if there are none */
type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers itself. The system's own look-up occupies one of the process's few threads for as long as it
 * takes, so that one agent's slow name server would hold up everybody's mail.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost') return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  signal.removeEventListener('abort', cancel);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  throw answers.find((answer) => answer.status === 'rejected')?.reason;
};

/** Where to connect to: every address was checked, and no name is looked up again. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
}

interface DestinationOptions {
  readonly rules: UrlRules;
  readonly resolveHost: ResolveHost;
  readonly signal: AbortSignal;
}

/** The endpoint's address is not allowed, or its host currently resolves to an address that is not. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
}

/**
 * Looks up an endpoint once. A name server could answer differently the next time, so the connection must use these
 * addresses. If one of them is not public, all are refused: honest hosts do not mix them.
 *
 * @throws AddressNotAllowedError
 */
export async function checkDestination(
  address: string,
  { rules, resolveHost, signal }: DestinationOptions,
): Promise<Destination> {
  if (findUrlProblem(address, rules) !== undefined) throw new AddressNotAllowedError();
  const url = new URL(address);
  const host = hostOf(url);
  const isAllowed = rules.allowsLoopback && isLoopbackHost(host) ? isLoopbackAddress : isPublicAddress;
  const addresses = await resolveHost(host, signal);
  if (addresses.length === 0 || !addresses.every(isAllowed)) throw new AddressNotAllowedError();
  return { url, addresses };
}
