import { isIPv4 } from 'node:net';
import { type Caller, describeDevice } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
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

/** A device that was not used for so long counts as new. */
export const MEMORY_DAYS = 60;
/** Further devices within an hour count as known, so that nobody floods a mailbox with warnings. */
const MAX_NEW_DEVICES_PER_HOUR = 5;

/** `first`: nothing to compare with, because no sign-in of this account was recorded yet. */
export type DeviceStatus = 'known' | 'new' | 'first';

/** Returns SQL that reads the `DeviceStatus` of `users u` for a device key. */
export const deviceStatusSql = (keyParameter: string): string => `
  CASE WHEN EXISTS (SELECT 1 FROM known_devices d
                     WHERE d.user_id = u.id AND d.device_key = ${keyParameter}
                       AND d.last_seen_at > now() - interval '${MEMORY_DAYS} days') THEN 'known'
       WHEN NOT EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = u.id) THEN 'first'
       WHEN (SELECT count(*) FROM known_devices d
              WHERE d.user_id = u.id AND d.created_at > now() - interval '1 hour')
            >= ${MAX_NEW_DEVICES_PER_HOUR} THEN 'known'
       ELSE 'new' END`;

/** Returns SQL that records a device of the user whose id `source` selects as `id`. */
export const recordDeviceSql = (source: string, keyParameter: string): string => `
  INSERT INTO known_devices AS d (user_id, device_key)
  SELECT id, ${keyParameter}::text FROM ${source}
  ON CONFLICT (user_id, device_key) DO UPDATE SET last_seen_at = now()
   WHERE d.last_seen_at < now() - interval '1 day'`;

@Injectable()
export class KnownDevices {
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

  async record(tx: Tx, userId: string, key: string): Promise<void> {
    await tx.query(
      `INSERT INTO known_devices AS d (user_id, device_key) VALUES ($1, $2)
       ON CONFLICT (user_id, device_key) DO UPDATE SET last_seen_at = now()`,
      [userId, key],
    );
  }
}
