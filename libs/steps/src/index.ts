export type { Destinations } from './destination-limiter.js';
export type { Attempt, Flow, AfterCommit, LaneLimits, Postponement } from './flow.js';
export { StepRunner } from './step-runner.js';
export { type StepRow, StepTable } from './step-table.js';
