import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { applyEdit } from './apply-edit.js';
import { mutants } from './mutants.js';

/**
 * Runs before a service (`node --import`) and applies the edits of the mutant named by `CHAOS_MUTANT` to modules as
 * they load. The services themselves contain no switch for it.
 */
const mutant = mutants.find(({ name }) => name === process.env['CHAOS_MUTANT']);
const directory = process.env['CHAOS_DIR'] ?? '';
if (!mutant || !directory) throw new Error('CHAOS_MUTANT must name a mutant, and CHAOS_DIR must be set');

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edits = mutant.edits.filter(({ file }) => url.endsWith(`/${file}`));
    if (edits.length === 0) return loaded;
    const text =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    const source = edits.reduce(applyEdit, text);
    // Tells the run that this edit is in place.
    for (const edit of edits) writeFileSync(join(directory, `applied.${mutant.edits.indexOf(edit)}`), '');
    return { ...loaded, source };
  },
});

/** A crash point for edits to call. Works like `crashPoint` of the services, which an edited module may not import. */
function mutantCrashPoint(name: string): void {
  const armed = join(directory, name);
  if (!existsSync(armed)) return;
  renameSync(armed, `${armed}.hit`);
  process.kill(process.pid, 'SIGKILL');
}
Object.assign(globalThis, { mutantCrashPoint });
