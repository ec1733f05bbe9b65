export { kinds, type Kind } from './faults/kinds.js';
export { planCells, type Cell } from './plan/plan.js';
