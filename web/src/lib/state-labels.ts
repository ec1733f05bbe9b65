import { usStates } from '@desk/contracts/leads/leads.values';
import { stateNames } from '@desk/contracts/text/places';

/** Inlined at build time (build/evaluate-at-build.ts), so that reading posted texts is not bundled. */
export const stateLabels = Object.fromEntries(
  usStates.map((code) => [code, stateNames[code] ?? code]),
) as Record<(typeof usStates)[number], string>;
