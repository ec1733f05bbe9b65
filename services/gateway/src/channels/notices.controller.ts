import { CommandClient } from '@desk/bullmq-transport';
import {
  changeTimeZone,
  type CurrentUser,
  getNoticePreferences,
  routes,
  saveNoticePreferences,
  unsubscribe,
  UNSUBSCRIBE_PAGE,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

export const NoticeRoutes = forwardRoutes([
  forward('getNoticePreferences', getNoticePreferences, ({ user }) => ({ userId: user.id })),
  forward('saveNoticePreferences', saveNoticePreferences, ({ user, body: preferences, caller }) => ({
    userId: user.id,
    preferences,
    timeZone: user.timeZone,
    caller,
  })),
  forward('unsubscribe', unsubscribe, ({ query }) => query),
]);

@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.changeTimeZone)
  async changeTimeZone({ user, body, caller }: RouteInput<'changeTimeZone'>): Promise<CurrentUser> {
    const updated = await this.commands.send(changeTimeZone, { ...body, userId: user.id, caller });
    return this.settings.withCurrentSettings(updated);
  }

  /** Only shows a page that asks first, because programs that check links in emails follow them. */
  @HandleRoute(routes.showUnsubscribe)
  showUnsubscribe({ query, response }: RouteInput<'showUnsubscribe'>): void {
    response.type('text/plain').location(`${UNSUBSCRIBE_PAGE}#token=${encodeURIComponent(query.token)}`);
    response.send('');
  }
}
