import type { Edit } from './apply-edit.js';

/** Changes to the built services that are applied together while they load. */
export interface EditSet {
  readonly name: string;
  readonly edits: readonly Edit[];
}
