export { announcedChange } from './insert-messages.sql.js';
export { assertNoTransaction } from '@desk/bullmq-transport';
export { Batcher, captureContext, type InContext, runForEach } from './batcher.js';
export {
  countOutbox,
  FAILED_MESSAGES,
  type FailedMessage,
  listFailedMessages,
  measureQueueAges,
  retryFailedMessage,
} from './failed-messages.js';
export { InboxCleaner } from './inbox-cleaner.js';
export { createOutboxTables, InitialMigration, outboxTables } from './outbox-tables.js';
export { OutboxRelay } from './outbox.relay.js';
export { type FailingMessage } from './outbox.store.js';
export { batchIds, prepared, PreparingClient } from './prepared.js';
export { codeOf, type Tx } from './transaction.js';
export { Transactions } from './transactions.js';
