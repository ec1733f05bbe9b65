export { type Invariant, invariants } from './invariants.js';
export { countUnsettled, type Finding, verify, type VerifyTarget } from './verify.js';
