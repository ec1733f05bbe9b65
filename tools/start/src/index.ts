export {
  AgentClient,
  type AgentProfile,
  ApiClient,
  ApiFailure,
  type CardForm,
  confirmCard,
  seed,
  confirmAddress,
  sampleAdmin,
  sampleAgents,
  seedAgent,
  type SeedResult,
  toMessageKeys,
} from '@desk/tool-setup';
export type { ManagedProcess } from './managed-process.js';
export type { ManagedServer } from './managed-server.js';
export { type CopyPorts, findFreeCopyPorts, findFreePorts, type Ports, toPortVariables } from './ports.js';
export { getProgram, type ProcessName, runnableServices, type RunnableService } from './programs.js';
export { describeSystem, findRunningSystem, getStateDir, type RunningSystem } from './running-system.js';
export { launchForRestore } from './launch-for-restore.js';
export { consoleReporter } from './reporter.js';
export { getPrefixedCliEnv, getServiceCliEnv } from './service-cli-env.js';
export { launchStack, runMigrations, type Stack, type StackOptions } from './stack.js';
export { createTemporaryStateDir } from './temporary-state.js';
