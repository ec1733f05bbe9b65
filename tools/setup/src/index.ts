export { AgentClient, type AgentProfile, type CardForm, confirmCard } from './agent-client.js';
export { ApiClient, ApiFailure } from './api-client.js';
export { readMode, type SystemMode, usesTestCards } from './environment-rules.js';
export { formatSamples } from './format-samples.js';
export {
  currentRootId,
  finishRotation,
  generateRootKey,
  isRotating,
  rotateKeys,
  toMessageKeys,
} from './key-rotation.js';
export { confirmAddress, sampleAgents, seedAgent } from './sample-agents.js';
export { toDemoVapid, toSandboxSlack, toSandboxTwilio } from './compose/compose-settings.js';
export {
  dataKeyServices,
  generateSecrets,
  isRotatingData,
  keepNewestDataKeys,
  rotateDataKeys,
  type Secrets,
} from './secrets.js';
export { sampleAdmin, seed, type SeedResult } from './seed.js';
