export { assertNoTransaction } from '@desk/bullmq-transport';
export { createOutboxTables, outboxTables } from './outbox-tables.js';
export { type PublishOptions } from './outbox-message.js';
export { OutboxRelay, type RelayFault } from './outbox.relay.js';
export { prepared, PreparingClient } from './prepared.js';
export { Transactions, type Tx } from './transactions.js';
