import { isIPv4 } from 'node:net';
import { type Caller, describeDevice } from '@desk/contracts';
import { clientNetwork, InjectEnv, KeyedDigests } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { CredentialEnv } from '../credentials/credential-settings.js';

export interface Device {
  /** A keyed digest, so that the table does not reveal where users are. */
  readonly key: string;
  /** Such as 'Chrome on Windows'. */
  readonly name: string;
  /** Approximate: the first three bytes of an IPv4 address, the first 48 bits of an IPv6 address. */
  readonly network: string;
}

/** IPv4 addresses of one customer often change within a /24, IPv6 prefixes within a /48. */
function toApproximateNetwork(address: string): string {
  const network = clientNetwork(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.x`;
  return `${network.split(':').slice(0, 3).join(':')}::`;
}

@Injectable()
export class Devices {
  private readonly digests: KeyedDigests;

  constructor(@InjectEnv() env: Pick<CredentialEnv, 'CREDENTIAL_KEYS'>) {
    this.digests = new KeyedDigests(env.CREDENTIAL_KEYS, 'credential keys');
  }

  /** Describes browser and network as far as they stay the same from one sign-in to the next. */
  describe({ address, userAgent }: Caller): Device {
    const name = describeDevice(userAgent);
    const network = toApproximateNetwork(address);
    return { key: this.digests.digest('known device', name, network), name, network };
  }
}
