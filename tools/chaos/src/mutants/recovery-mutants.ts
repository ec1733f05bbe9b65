import type { Mutant } from './mutant.js';

/** Bugs in what a recovery takes back. */
export const recoveryMutants: readonly Mutant[] = [
  {
    name: 'recovered-channels-kept',
    bug: 'the notifier records a recovery, and goes on sending leads to what was set up before',
    edits: [
      {
        file: 'services/notifier/dist/recovery/account-recovery.controller.js',
        find: "if (!isNew && destinations !== 'removed') return;",
        replace: "if (isNew || destinations !== 'removed') return;",
      },
    ],
    kinds: ['accounts.recovery.after-commit'],
    circumstance: 'recovery',
    rounds: 1,
    breaks: 'recovered-accounts-closed',
  },
  {
    name: 'claimed-card-kept',
    bug: 'the card that somebody saved stays on an account that its owner claimed',
    edits: [
      {
        file: 'services/billing/dist/cards/cards.controller.js',
        find: "if (card !== 'removed') return;",
        replace: 'if (card) return;',
      },
    ],
    kinds: ['accounts.recovery.after-commit'],
    circumstance: 'recovery',
    rounds: 1,
    breaks: 'recovered-accounts-closed',
  },
];
