import { existsSync, renameSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { mutants } from '../mutants/mutants.js';
import { applyEdit, toReportedEdits } from './edits.js';
import { shortTimes } from './short-times.js';

/**
 * Runs before a service (`node --import`) and applies the edits that `CHAOS_EDITS` names to modules as they load. The
 * services themselves contain no switch for them.
 */
const names = (process.env['CHAOS_EDITS'] ?? '').split(',');
const editSets = [shortTimes, ...mutants].filter(({ name }) => names.includes(name));
const directory = process.env['CHAOS_DIR'] ?? '';
if (editSets.length !== names.length || !directory)
  throw new Error('CHAOS_EDITS must name sets of edits, and CHAOS_DIR must be set');

const allEdits = toReportedEdits(editSets, directory);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const applicable = allEdits.filter(({ edit }) => url.endsWith(`/${edit.file}`));
    if (applicable.length === 0) return loaded;
    const text =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    const source = applicable.reduce((edited, { edit }) => applyEdit(edited, edit), text);
    for (const { report } of applicable) report();
    return { ...loaded, source };
  },
});

/** A crash point for edits. Works like `crashPoint` of the services, because an edited module cannot add an import. */
function mutantCrashPoint(name: string): void {
  const armed = join(directory, name);
  if (!existsSync(armed)) return;
  renameSync(armed, `${armed}.hit`);
  process.kill(process.pid, 'SIGKILL');
}
Object.assign(globalThis, { mutantCrashPoint });
