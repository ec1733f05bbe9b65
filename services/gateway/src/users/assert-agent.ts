import type { CommandClient } from '@desk/bullmq-transport';
import { DomainError, getUserDetails } from '@desk/contracts';

/**
 * Only accounts knows which users are admins, so it checks both the admin and the user on whom they act.
 * @throws USER_NOT_FOUND, USER_ERASED, FORBIDDEN, SECOND_FACTOR_REQUIRED
 */
export async function assertAgent(commands: CommandClient, userId: string, actorId: string): Promise<void> {
  const details = await commands.send(getUserDetails, { userId, actorId });
  if (details.erasedAt !== null) throw new DomainError('USER_ERASED');
  // Admins buy no leads.
  if (details.user.isAdmin) throw new DomainError('USER_NOT_FOUND');
}
