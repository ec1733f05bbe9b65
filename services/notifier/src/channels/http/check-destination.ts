import type { ResolveHost } from './resolve-host.js';
import { isPublicAddress, isLoopbackAddress } from './address-rules.js';
import { findUrlProblem, hostOf, isLoopbackHost, type UrlRules } from './webhook-url.js';

/** Where to connect to: every address was checked, and no name is looked up again. */
export interface Destination {
  readonly url: URL;
  readonly addresses: readonly string[];
}

export interface DestinationOptions {
  readonly rules: UrlRules;
  readonly resolveHost: ResolveHost;
  readonly signal: AbortSignal;
}

/** The endpoint's address must not be called, now or as its name server answers at present. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';
}

/**
 * Looks up an endpoint once. A name server could answer differently the next time, so the connection must use these
 * addresses. One that is not public spoils all: honest names have no such mixture.
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
