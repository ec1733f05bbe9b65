import type { AdminUserPage } from '@desk/contracts/accounts/user-administration.routes';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { formatBrand, formatExpiry } from '@/lib/card';
import { channelStates } from '@/lib/channel-states';
import { describePushBrowser } from '@/lib/push-browsers';
import { NotLoaded } from './not-loaded';

/** The card on file, without more of its number than the agent sees. */
export const UserCard = ({ card: onFile }: Pick<AdminUserPage, 'card'>) => (
  <Card title="Card">
    {onFile === null ? (
      <NotLoaded what="The card" />
    ) : onFile.card === null ? (
      <p>No card on file.</p>
    ) : (
      <p className="tabular flex flex-wrap items-center gap-2">
        {formatBrand(onFile.card.brand)} ending in {onFile.card.last4}, expires {formatExpiry(onFile.card)}
        <Badge tone={onFile.usable ? 'brand' : 'danger'}>
          {onFile.usable ? 'Can be charged' : 'Declined'}
        </Badge>
      </p>
    )}
  </Card>
);

export const UserChannels = ({ user, channels }: Pick<AdminUserPage, 'user' | 'channels'>) => (
  <Card title="Channels">
    <ul className="grid gap-2">
      <li className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{channelFacts.email.label}</span>
        <span className="min-w-0 wrap-anywhere">{user.email}</span>
      </li>
      {channels?.map(({ id, kind, state, address }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{channelFacts[kind].label}</span>
          <span className="min-w-0 wrap-anywhere">{formatPhone(address)}</span>
          <Badge tone={channelStates[state].tone}>{channelStates[state].label}</Badge>
        </li>
      ))}
    </ul>
    {channels === null ? <NotLoaded what="The other channels" /> : null}
  </Card>
);

export const UserBrowsers = ({ browsers }: Pick<AdminUserPage, 'browsers'>) => (
  <Card title="Browser notifications">
    {browsers === null ? (
      <NotLoaded what="The browsers" />
    ) : browsers.length === 0 ? (
      <p>Not allowed on any browser.</p>
    ) : (
      <ul className="grid gap-3">
        {browsers.map((browser) => (
          <li key={browser.id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold wrap-anywhere">{browser.name}</span>
              {browser.endedAt === null ? null : <Badge tone="money">Ended</Badge>}
            </p>
            <p className="text-sm text-muted">{describePushBrowser(browser)}</p>
          </li>
        ))}
      </ul>
    )}
  </Card>
);
