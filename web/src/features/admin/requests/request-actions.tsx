import type { AdminIntegrationRequest } from '@desk/contracts/accounts/accounts.http';
import { formatNameOrEmail } from '@/lib/person-name';
import { integrationNames } from '../labels';
import { ActivateRequest } from './activate-request';
import { DeclineRequest } from './decline-request';
import { ConnectSlack } from './connect-slack';

/** What an admin can do about a pending request. SMS and Slack become active with their channel. */
export function RequestActions({
  request: { id, integrationType, user },
}: {
  request: AdminIntegrationRequest;
}) {
  const name = formatNameOrEmail(user);
  const subject = `The ${integrationNames[integrationType]} request from ${name}`;
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {integrationType === 'slack' ? <ConnectSlack userId={user.id} name={name} /> : null}
      {integrationType === 'other' ? <ActivateRequest requestId={id} subject={subject} /> : null}
      <DeclineRequest requestId={id} subject={subject} />
    </div>
  );
}
