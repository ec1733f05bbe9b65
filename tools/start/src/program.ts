import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the built program of a folder, in this checkout or in another one. */
export const getProgram = (folder: string, checkout = root): string => join(checkout, folder, 'dist/main.js');
