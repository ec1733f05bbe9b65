import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';

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
export class KnownDeviceRepository {
  async record(tx: Tx, userId: string, key: string): Promise<void> {
    await tx.query(
      `INSERT INTO known_devices AS d (user_id, device_key) VALUES ($1, $2)
       ON CONFLICT (user_id, device_key) DO UPDATE SET last_seen_at = now()`,
      [userId, key],
    );
  }
}
