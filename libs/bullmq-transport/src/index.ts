export {
  captureWork,
  crashPoint,
  passCommit,
  passCommitted,
  passCrashPoints,
  runAsWork,
} from './crash-points.js';
export { type Acknowledgment, readAcknowledgment, toAcknowledgment } from './acknowledgment.js';
export { BullmqClient } from './bullmq.client.js';
export { BullmqServer, type ServerOptions } from './bullmq.server.js';
export {
  assertCallerWaits,
  captureDeadline,
  DeadlineExceededError,
  hasDeadline,
  runWithDeadline,
  runWithoutDeadline,
} from './deadline-scope.js';
export { isDependencyFailure } from './dependency-failure.js';
export { type Envelope, type JobData, openEnvelope, type SealedMessage, sealEnvelope } from './envelope.js';
export { type FailureReport, readFailureReport } from './failure-report.js';
export { type HandledListener } from './handled-messages.js';
export { HandleCommand, HandleEvent, type Message } from './handlers.js';
export { type InProcessEvents } from './in-process.js';
export { JobPublisher, type NextJob } from './job-publisher.js';
export { currentContext, newContext, recordRecentProof, runInContext } from './message-context.js';
export { checkDistinctIds, deriveKey, type NamedKey, parseKeyList, splitKeyList } from './key-list.js';
export { deriveMessageKeys, parseRootKeys } from './message-keys.js';
export { QueueInspector } from './queue-inspector.js';
export { type FaultListener } from './queue-workers.js';
export { parseRedisUrl, redisProtocols } from './redis-address.js';
export { RedisLink } from './redis-link.js';
export { RethrowFilter } from './rethrow.filter.js';
export { decryptAesGcm, encryptAesGcm, Sealer } from './sealing.js';
export {
  beginSpan,
  recordedTraceId,
  recordSpans,
  runInSpan,
  type SpanEnd,
  type SpanStart,
  type SpanStarter,
  type StartedSpan,
} from './spans.js';
export { assertNoTransaction, runInTransactionScope } from './transaction-scope.js';
export { AnnouncedBacklogs, Broadcast, CommandClient, Transport } from './transport.js';
export { queueSettings } from './worker-config.js';
