export type { ManagedProcess } from './managed-process.js';
export type { ManagedServer } from './managed-server.js';
export { portsFromEnv, randomPorts, type PortName, type Ports } from './ports.js';
export { runnableServices, type ProcessName, type RunnableService } from './process-names.js';
export { consoleReporter, silentReporter, type Reporter } from './reporter.js';
export type { Secrets } from './secrets.js';
export { seed, type SeedAgent, seedAgent, type Seeded, type SignIn } from './seed.js';
export { launchStack, type Stack, type StackOptions } from './stack.js';
export { describeSystem, runningSystem, type RunningSystem } from './running-system.js';
