export { invariants } from './invariants.js';
export { countUnfinished, type Finding, PROVIDER_INVARIANT, verify, type VerifyTarget } from './verify.js';
