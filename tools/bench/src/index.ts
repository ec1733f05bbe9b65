export { type BenchOptions, readOptions } from './options.js';
export { type Report, type Scenario, scenarioNamed } from './scenarios.js';
