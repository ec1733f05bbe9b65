import type { AgentChannel } from '@desk/contracts';
import { toChannelState } from '../channel-state.js';
import type { ListedChannelRow } from './optional-channel.repository.js';

export const toAgentChannel = (row: ListedChannelRow): AgentChannel => ({
  id: row.id,
  kind: row.kind,
  state: toChannelState(row),
  address: row.address,
  disabledReason: row.disabledReason,
  ...(row.reviewSince ? { needsReview: true as const } : {}),
  failingSince: row.failingSince?.toISOString() ?? null,
  lastDelivery: row.lastDelivery,
});
