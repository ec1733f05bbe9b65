import { channelMutants } from './channel-mutants.js';
import { moneyBackMutants } from './money-back-mutants.js';
import type { Mutants } from './mutant.js';
import { processMutants } from './process-mutants.js';
import { recordMutants } from './record-mutants.js';
import { routingMutants } from './routing-mutants.js';

const all: Mutants = {
  ...processMutants,
  ...routingMutants,
  ...recordMutants,
  ...moneyBackMutants,
  ...channelMutants,
};

export const mutants = Object.entries(all).map(
  ([name, { bug, kinds, ownKinds = [], circumstance = 'plain', rounds = 1, breaks, ...more }]) => ({
    name,
    bug,
    ownKinds,
    circumstance,
    rounds,
    breaks,
    kinds: kinds ?? ['gateway:request:after-leads.accept'],
    edits: [{ file: more.file, find: more.find, replace: more.replace }, ...(more.moreEdits ?? [])],
    alsoBreaks: more.alsoBreaks ?? {},
  }),
);
export type Mutant = (typeof mutants)[number];
