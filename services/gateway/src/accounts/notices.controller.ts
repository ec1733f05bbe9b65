import { CommandClient } from '@desk/bullmq-transport';
import {
  changeTimeZone,
  type CurrentUser,
  getNoticePreferences,
  type NoticePreferences,
  routes,
  saveNoticePreferences,
  unsubscribe,
  UNSUBSCRIBE_PAGE,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { BuyerSettingsService } from '../buyers/buyer-settings.service.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';

@Controller()
export class NoticesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly settings: BuyerSettingsService,
  ) {}

  @HandleRoute(routes.getNoticePreferences)
  getPreferences({ user }: RouteInput<'getNoticePreferences'>): Promise<NoticePreferences> {
    return this.commands.send(getNoticePreferences, { userId: user.id });
  }

  @HandleRoute(routes.saveNoticePreferences)
  savePreferences({
    user,
    body: preferences,
    caller,
  }: RouteInput<'saveNoticePreferences'>): Promise<NoticePreferences> {
    const { id: userId, timeZone } = user;
    return this.commands.send(saveNoticePreferences, { userId, preferences, timeZone, caller });
  }

  @HandleRoute(routes.changeTimeZone)
  async changeTimeZone({ user, body, caller }: RouteInput<'changeTimeZone'>): Promise<CurrentUser> {
    const updated = await this.commands.send(changeTimeZone, { ...body, userId: user.id, caller });
    return this.settings.withCurrentSettings(updated);
  }

  /** The page asks first: programs that check links in emails follow them. */
  @HandleRoute(routes.showUnsubscribe)
  showUnsubscribe({ query, response }: RouteInput<'showUnsubscribe'>): void {
    response.type('text/plain').location(`${UNSUBSCRIBE_PAGE}#token=${encodeURIComponent(query.token)}`);
    response.send('');
  }

  @HandleRoute(routes.unsubscribe)
  unsubscribe({ query }: RouteInput<'unsubscribe'>): Promise<RouteAnswer<'unsubscribe'>> {
    return this.commands.send(unsubscribe, query);
  }
}
