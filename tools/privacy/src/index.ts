export { exportConsumer } from './export-consumer.js';
export { type Erasure, eraseConsumer } from './erase-consumer.js';
export type { Person } from './options.js';
