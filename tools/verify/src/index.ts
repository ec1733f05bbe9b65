export { canBeTaken } from './filter-invariants.js';
export { invariants } from './invariants.js';
export { toExitCode, toFindingLines } from './report.js';
export {
  checkDatabase,
  countUnfinished,
  createStripe,
  type Finding,
  PROVIDER_INVARIANT,
  verify,
  type VerifyTarget,
} from './verify.js';
