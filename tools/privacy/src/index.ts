export { type CallService, createCallService } from './call-service.js';
export { eraseAgent, isFinished } from './erase-agent.js';
export { type Erasure, eraseConsumer } from './erase-consumer.js';
export { exportAgent, exportConsumer } from './export.js';
export type { AgentName, Person } from './options.js';
