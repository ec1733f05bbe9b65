export { findMissedTargets, type PageMeasurements, targets } from './targets.js';
