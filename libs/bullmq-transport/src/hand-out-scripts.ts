import type { Redis } from 'ioredis';

/** Scripts of BullMQ that hand out a job, and the number of the key that holds the marker for waiting workers. */
const MARKER_KEYS: Readonly<Record<string, number>> = { moveToActive: 11, moveToFinished: 14 };

interface Scripts {
  readonly scriptsSet: Readonly<Record<string, { readonly lua: string; readonly numberOfKeys: number }>>;
}

/**
 * Lets a worker's connection get jobs from a full Redis, which would otherwise stay full: Redis refuses a script whose
 * first write needs memory, and allows all writes after one that needs none. `commands` has BullMQ's own scripts.
 */
export function defineHandOutScripts(commands: Redis, worker: Redis): void {
  for (const [name, { lua, numberOfKeys }] of Object.entries((commands as unknown as Scripts).scriptsSet)) {
    // The name ends with BullMQ's version.
    const markerKey = MARKER_KEYS[name.split(':')[0] ?? ''];
    if (markerKey !== undefined)
      worker.defineCommand(name, { numberOfKeys, lua: `redis.call('ZREM', KEYS[${markerKey}], '')\n${lua}` });
  }
}
