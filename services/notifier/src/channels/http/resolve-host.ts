import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Returns the IP addresses of a host. @throws an error with a `code` of node:dns if there are none */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

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
