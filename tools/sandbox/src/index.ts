export type { FaultInput } from './faults/fault-input.js';
export type { SlackMessage, Sms } from './inbox/inbox.js';
export type { Mail } from './inbox/parse-mail.js';
export type { SandboxOptions } from './options.js';
export { startSandbox, type Sandbox, type SandboxControl } from './sandbox.js';
export type { WebhookSettings } from './stripe/webhooks.js';
