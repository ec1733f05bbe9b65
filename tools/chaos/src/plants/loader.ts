import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { applyEdit } from './apply.js';
import { plants } from './plants.js';

/**
 * Runs before a service (`node --import`) and builds the bug of `CHAOS_PLANT` into the modules as they are loaded.
 * The product's own code has no switch for it.
 */
const plant = plants.find(({ name }) => name === process.env['CHAOS_PLANT']);
const directory = process.env['CHAOS_DIR'];
if (!plant || directory === undefined) throw new Error('CHAOS_PLANT names no bug, or CHAOS_DIR is missing');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edits = plant.edits.filter(({ file }) => url.endsWith(`/${file}`));
    if (edits.length === 0) return loaded;
    const text =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    const source = edits.reduce(applyEdit, text);
    for (const edit of edits) writeFileSync(plantedMark(directory, plant.edits.indexOf(edit)), '');
    return { ...loaded, source };
  },
});

/** A crash point of the planted text; the same rule as the services' own. */
function plantedCrashPoint(name: string): void {
  const armed = join(directory ?? '', name);
  if (!existsSync(armed)) return;
  renameSync(armed, `${armed}.hit`);
  process.kill(process.pid, 'SIGKILL');
}
Object.assign(globalThis, { plantedCrashPoint });

function plantedMark(folder: string, edit: number): string {
  return join(folder, `planted.${edit}`);
}
