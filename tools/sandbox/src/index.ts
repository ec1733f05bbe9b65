export type { SandboxOptions } from './options.js';
export { startSandbox, type Sandbox } from './sandbox.js';
