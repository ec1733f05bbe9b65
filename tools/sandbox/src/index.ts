export type { FaultInput } from './faults/fault-input.js';
export type { Mail, SlackMessage, Sms } from './inbox/inbox.js';
export type { SandboxOptions } from './options.js';
export { startSandbox, type Sandbox, type SandboxControl } from './sandbox.js';
export type { WebhookSettings } from './stripe/webhooks.js';
